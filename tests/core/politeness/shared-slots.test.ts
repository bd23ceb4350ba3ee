import { afterAll, beforeAll, expect, test } from 'bun:test'
import { systemClock } from '../../../core/clock.ts'
import type { Leases } from '../../../core/contracts/leases.ts'
import type { ReleaseSlot } from '../../../core/contracts/politeness.ts'
import { CORE, coreMigrations } from '../../../core/host/core-migrations.ts'
import { createStoreLeases } from '../../../core/leases/store-leases.ts'
import { createLog } from '../../../core/log.ts'
import { createHostPolicies } from '../../../core/politeness/host-policies.ts'
import { createHostSlots } from '../../../core/politeness/host-slots.ts'
import type { Store } from '../../../core/store/index.ts'
import { openPostgresStore } from '../../../core/store/postgres/open.ts'
import { createDatabase } from '../../postgres.ts'

const log = createLog('text', () => {})
const never = new AbortController().signal
let stores: Store[]
let leases: Leases[]
beforeAll(async () => {
  const url = await createDatabase()
  stores = await Promise.all([1, 2, 3].map(() => openPostgresStore({ url, log })))
  await stores[0]!.migrate(CORE, coreMigrations)
  leases = stores.map((store) => createStoreLeases({ store, log }))
})
afterAll(async () => {
  await Promise.all(leases.map((one) => one.close()))
  await Promise.all(stores.map((store) => store.close()))
})

/** Slots of three processes, each with its own policies for the host. */
const openSlots = async (gap: number) =>
  Promise.all(
    leases.map(async (one) => {
      const policies = createHostPolicies(systemClock, async () => {})
      await policies.setCrawlDelay('one.test', gap)
      return createHostSlots(systemClock, policies, one)
    }),
  )

test('a host gets no more parallel requests than its limit from three processes together', async () => {
  const slots = await openSlots(0)
  let atOnce = 0
  let most = 0
  let other: ReleaseSlot | undefined
  await Promise.all(
    Array.from({ length: 9 }, async (_, i) => {
      const release = await slots[i % 3]!('one.test', never)
      most = Math.max(most, ++atOnce)
      // Another host is not delayed by it.
      other ??= await slots[0]!('two.test', never)
      await Bun.sleep(5)
      atOnce--
      release()
      release()
    }),
  )
  other?.()
  expect(most).toBe(1)
})

test('requests of three processes are as far apart as robots.txt asks', async () => {
  const slots = await openSlots(100)
  const begun: number[] = []
  await Promise.all(
    Array.from({ length: 6 }, async (_, i) => {
      const release = await slots[i % 3]!('one.test', never)
      begun.push(performance.now())
      release()
    }),
  )
  begun.sort((a, b) => a - b)
  for (let i = 1; i < begun.length; i++) expect(begun[i]! - begun[i - 1]!).toBeGreaterThan(90)
})

test('the wait ends with its signal', async () => {
  const slots = await openSlots(0)
  const release = await slots[0]!('one.test', never)
  const controller = new AbortController()
  const waiting = slots[1]!('one.test', controller.signal)
  controller.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  release()
})
