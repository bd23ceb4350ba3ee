import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { Account } from '../../../../core/contracts/account.ts'
import { createLog } from '../../../../core/log.ts'
import type { Store } from '../../../../core/store/index.ts'
import { openPostgresStore } from '../../../../core/store/postgres/open.ts'
import { Busy, Lane } from '../../../../plugins/archive/upstream/lane.ts'
import { SharedPace } from '../../../../plugins/archive/upstream/shared-pace.ts'
import { pacesMigration } from '../../../../plugins/archive/upstream/tables.ts'
import { createDatabase } from '../../../postgres.ts'
import { setClock, whileTimePasses } from '../open.ts'

const MINUTE = 60_000
const account = { id: 'a', plan: 'pro' } as Account
const signal = new AbortController().signal
const log = createLog('text', () => {})

let stores: Store[]
beforeAll(async () => {
  const url = await createDatabase()
  stores = await Promise.all([1, 2, 3].map(() => openPostgresStore({ url })))
  await stores[0]!.migrate('archive', [pacesMigration])
}, 120_000)
afterAll(() => Promise.all(stores.map((store) => store.close())))

/** The lane to one host in each of three processes. */
function open({
  perMinute,
  atOnce = 6,
  patience = 10 * MINUTE,
}: {
  perMinute: number
  atOnce?: number
  patience?: number
}) {
  const clock = setClock()
  const name = crypto.randomUUID()
  const paces = stores.map((store) => new SharedPace({ store, clock, log, perMinute, atOnce, lane: name }))
  const lanes = paces.map((pace) => new Lane({ pace, atOnce, patience }))
  const enter = (i: number) => lanes[i % 3]!.enter({ account, signal })
  return { clock, name, paces, lanes, enter }
}

test('three processes together start as many requests within a minute as allowed, and no more', async () => {
  const { clock, name, enter } = open({ perMinute: 5 })
  const run = async (i: number) => (await enter(i))()
  await whileTimePasses(Promise.all(Array.from({ length: 15 }, (_, i) => run(i))), clock, 5000)
  // Time passes while a slow database responds, so the recorded start times are compared.
  const noted = sql<{ at: number }>`select begun_at as at from archive_requests where lane = ${name}`
  const begun = (await noted.execute(stores[0]!.db())).rows.map(({ at }) => Number(at))
  const within = begun.map((at) => begun.filter((other) => other > at - MINUTE && other <= at).length)
  expect(Math.max(...within)).toBe(5)
  expect(begun).toHaveLength(15)
})

test('three processes together do not exceed the limit of requests in flight', async () => {
  const { paces, enter } = open({ perMinute: 100, atOnce: 2 })
  const [release] = [await enter(0), await enter(1)]
  expect(await Promise.all(paces.map((pace) => pace.begin()))).toEqual([undefined, undefined, undefined])
  const waiting = enter(2)
  release()
  await waiting
  expect(await paces[0]!.begin()).toBeUndefined()
})

test('the place of a process that has died is free after the time limit of its request', async () => {
  const { clock, enter } = open({ perMinute: 100, atOnce: 1 })
  await enter(0)
  const begun = clock.now()
  await whileTimePasses(enter(1), clock, 5000)
  expect(clock.now() - begun).toBeGreaterThanOrEqual(30_000)
})

test('all processes respect the pause that a host asks for', async () => {
  const { clock, lanes, enter } = open({ perMinute: 100, patience: 1000 })
  await lanes[0]!.failed({ status: 429, retryAfter: 7000 })
  await lanes[1]!.failed({ status: 429, retryAfter: 2000 })
  const refused = await enter(2).catch((error) => error)
  expect([refused instanceof Busy, refused.wait, lanes[2]!.pause]).toEqual([true, 7000, 7000])
  clock.pass(7000)
  ;(await enter(2))()
})

test('a request that would wait too long for those of other processes fails at once', async () => {
  const { clock, enter } = open({ perMinute: 2, patience: 1000 })
  ;(await enter(0))()
  ;(await enter(1))()
  const refused = await enter(2).catch((error) => error)
  expect([refused instanceof Busy, refused.wait]).toEqual([true, MINUTE])
  clock.pass(MINUTE)
  ;(await enter(2))()
})

test('clocks that are set back close the lane for no longer than a minute', async () => {
  const { clock, enter } = open({ perMinute: 1, patience: 1000 })
  ;(await enter(0))()
  clock.pass(-10 * 60 * MINUTE)
  expect((await enter(0).catch((error) => error)).wait).toBe(MINUTE)
  expect((await enter(1).catch((error) => error)).wait).toBe(MINUTE)
  clock.pass(MINUTE)
  ;(await enter(1))()
})
