import { heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import { createMemoryLeases } from '../../../core/leases/memory-leases.ts'
import { createHostSlots } from '../../../core/politeness/host-slots.ts'

test('of all the hosts that ask to be left alone between requests twenty thousand are remembered', async () => {
  // Each asks for a pause that outlasts its one request.
  const policies = {
    of: () => ({ parallel: 1, gap: 1, notBefore: 0 }),
    recordResponse: async () => {},
    setCrawlDelay: async () => {},
    waitForSlot: async () => {},
  }
  const acquire = createHostSlots({ now: () => 1_000_000 }, policies, createMemoryLeases())
  const { signal } = new AbortController()
  const objectsAfter = async (from: number) => {
    for (let i = from; i < from + 20_000; i++) (await acquire(`${i}.test`, signal))()
    // Until the last of the pauses is over.
    await new Promise((resolve) => setTimeout(resolve, 100))
    Bun.gc(true)
    return heapStats().objectCount
  }
  const before = await objectsAfter(0)
  expect(await objectsAfter(20_000)).toBeLessThan(before + 10_000)
})
