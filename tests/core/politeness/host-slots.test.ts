import { expect, test } from 'bun:test'
import { createMemoryLeases } from '../../../core/leases/memory-leases.ts'
import { createHostSlots } from '../../../core/politeness/host-slots.ts'

/** Policies that limit how many requests a host gets at once and, if it asks for a pause, when the next may start. */
const bearing = (parallel: () => number, gap = 0, notBefore = () => 0) => ({
  of: () => ({ parallel: parallel(), gap, notBefore: notBefore() }),
  recordResponse: async () => {},
  setCrawlDelay: async () => {},
  waitForSlot: async () => {},
})
const clock = { now: () => 1_000_000 }
const { signal } = new AbortController()

test("as many waiting requests start as the host's new limit allows", async () => {
  let parallel = 1
  const acquire = createHostSlots(
    clock,
    bearing(() => parallel),
    createMemoryLeases(),
  )
  const end = await acquire('a.test', signal)
  const others = [1, 2, 3].map(() => acquire('a.test', signal))
  parallel = 3
  end()
  expect(await Promise.all(others)).toHaveLength(3)
})

test('a request that gives up in a pause of the host leaves its turn to the next', async () => {
  let now = 1_000_000
  let pausedUntil = 0
  const acquire = createHostSlots(
    { now: () => now },
    bearing(
      () => 1,
      0,
      () => pausedUntil,
    ),
    createMemoryLeases(),
  )
  const end = await acquire('a.test', signal)
  const impatient = new AbortController()
  const first = acquire('a.test', impatient.signal)
  const second = acquire('a.test', AbortSignal.timeout(5_000))
  pausedUntil = now + 60_000
  end()
  await new Promise((resolve) => setTimeout(resolve))
  now = pausedUntil
  impatient.abort(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  await second
})

test('the latest twenty thousand hosts are remembered, with the time of their next request', async () => {
  const acquire = createHostSlots(
    clock,
    bearing(() => 1, 1000),
    { ...createMemoryLeases(), take: async () => ({ release() {} }) },
  )
  const starts = async (host: string) => {
    const impatient = new AbortController()
    const started = acquire(host, impatient.signal).then(
      () => true,
      () => false,
    )
    await new Promise((resolve) => setTimeout(resolve))
    impatient.abort()
    return started
  }
  for (let i = 0; i <= 20_000; i++) (await acquire(`${i}.test`, signal))()
  expect([await starts('20000.test'), await starts('1.test')]).toEqual([false, false])
  expect(await starts('0.test')).toBe(true)
})

test.each([0, 5])('setting the clock back delays nobody, with a gap of %d ms', async (gap) => {
  let since = 1_000_000_000
  const acquire = createHostSlots(
    { now: () => since + performance.now() },
    bearing(() => 1, gap),
    createMemoryLeases(),
  )
  const release = await acquire('a.test', signal)
  since -= 3_600_000
  release()
  const releaseAgain = await acquire('a.test', AbortSignal.timeout(10_000))
  releaseAgain()
})
