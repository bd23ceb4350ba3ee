import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { CORE, coreMigrations } from '../../../core/host/core-migrations.ts'
import type { InFlight } from '../../../core/limits/in-flight.ts'
import { createStoreInFlight } from '../../../core/limits/store-in-flight.ts'
import { createStoreWindows } from '../../../core/limits/store-windows.ts'
import type { WindowRule, Windows } from '../../../core/limits/windows.ts'
import { createLog } from '../../../core/log.ts'
import type { Store } from '../../../core/store/index.ts'
import { openPostgresStore } from '../../../core/store/postgres/open.ts'
import { createDatabase } from '../../postgres.ts'
import { setClock } from '../open-accounts.ts'

const HOUR = 3_600_000
const log = createLog('text', () => {})
const clock = setClock('2026-05-01T10:00:00Z')
/** Of one database, as three machines have it. */
let stores: Store[]
let subjects = 0
const rule = (limit: number, more: Partial<WindowRule> = {}): WindowRule => ({
  subject: `usr_${subjects}`,
  family: 'general',
  length: HOUR,
  limit,
  ...more,
})

beforeAll(async () => {
  const url = await createDatabase()
  stores = await Promise.all([1, 2, 3].map(() => openPostgresStore({ url, log })))
  await stores[0]!.migrate(CORE, coreMigrations)
})
afterAll(() => Promise.all(stores.map((store) => store.close())))

describe('windows of three processes', () => {
  let windows: Windows[]
  beforeAll(() => {
    windows = stores.map((store) => createStoreWindows({ store, log, clock }))
  })
  afterAll(() => Promise.all(windows.map((one) => one.close())))

  test('let exactly the limit through, of twice as many at once, spread over the processes', async () => {
    for (let run = 0; run < 8; run++) {
      subjects++
      const both = [rule(20), rule(100, { length: 24 * HOUR })]
      const outcomes = await Promise.all(Array.from({ length: 40 }, (_, i) => windows[i % 3]!.take(both)))
      expect(outcomes.filter(({ taken }) => taken)).toHaveLength(20)
      const refused = outcomes.find(({ taken }) => !taken)!
      expect(refused.states[0]).toMatchObject({ limit: 20, remaining: 0, resetsAt: clock.now() + HOUR })
      expect((await windows[2]!.read(both)).map(({ remaining }) => remaining)).toEqual([0, 80])
    }
  })

  test('count nothing if one of several windows refuses', async () => {
    subjects++
    const both = [rule(5), rule(2, { length: 24 * HOUR })]
    for (const [i, taken] of [true, true, false, false].entries())
      expect((await windows[i % 3]!.take(both)).taken).toBe(taken)
    expect((await windows[0]!.read(both)).map(({ remaining }) => remaining)).toEqual([3, 0])
  })

  test('get a count back only if they counted it', async () => {
    subjects++
    const others = [rule(9, { family: 'map' }), rule(9, { length: 24 * HOUR }), rule(9, { subject: 'usr_other' })]
    await windows[0]!.take(others)
    const remaining = async () => (await windows[2]!.read([rule(2)]))[0]!.remaining
    const { states } = await windows[0]!.take([rule(2)])
    await windows[1]!.take([rule(2)])
    await windows[1]!.giveBack(states)
    expect(await remaining()).toBe(1)
    expect((await windows[2]!.read(others)).map(({ remaining }) => remaining)).toEqual([8, 8, 8])
    expect((await windows[1]!.take([rule(2)])).taken).toBe(true)
    expect((await windows[1]!.take([rule(2)])).taken).toBe(false)
    clock.pass(HOUR)
    await windows[0]!.giveBack(states)
    expect(await remaining()).toBe(2)
    await windows[1]!.take([rule(2)])
    await windows[0]!.giveBack(states)
    expect(await remaining()).toBe(1)
  })

  test('last their length from the first request, and begin anew with the next', async () => {
    subjects++
    const resetsAt = clock.now() + HOUR
    expect((await windows[0]!.take([rule(1)])).states[0]).toMatchObject({ remaining: 0, resetsAt })
    clock.pass(HOUR - 1)
    expect(await windows[1]!.take([rule(1)])).toMatchObject({ taken: false, states: [{ remaining: 0, resetsAt }] })
    clock.pass(1)
    expect((await windows[1]!.take([rule(1)])).states[0]).toMatchObject({ remaining: 0, resetsAt: resetsAt + HOUR })
  })

  test('last no longer than their length if they begin on a machine whose clock is ahead', async () => {
    subjects++
    const ahead = { now: () => clock.now() + 24 * HOUR }
    const other = createStoreWindows({ store: stores[1]!, log, clock: ahead })
    await other.take([rule(2)])
    expect((await windows[0]!.take([rule(2)])).states[0]!.resetsAt).toBe(clock.now() + HOUR)
    expect((await windows[0]!.take([rule(2)])).taken).toBe(false)
    await other.close()
  })
})

describe('requests in flight of three processes', () => {
  let inFlight: InFlight[]
  beforeAll(() => {
    inFlight = stores.map((store) => createStoreInFlight({ store, log }))
  })
  afterAll(() => Promise.all(inFlight.map((one) => one.close())))

  test('are as many as the plan says, of many at once, and more when those have ended', async () => {
    for (let run = 0; run < 3; run++) {
      const account = `usr_${++subjects}`
      const acquire = async () => {
        const all = Array.from({ length: 24 }, (_, i) =>
          inFlight[i % 3]!.acquire(account, { concurrent: 8, burst: null }),
        )
        return (await Promise.all(all)).filter((release) => release !== undefined)
      }
      const first = await acquire()
      expect(first).toHaveLength(8)
      expect(inFlight.some((one) => one.count(account) === 8)).toBe(true)
      for (const release of [...first, ...first]) release()
      // The end of a request is reported asynchronously.
      let second = await acquire()
      while (second.length < 8) {
        for (const release of second) release()
        second = await acquire()
      }
      expect(second).toHaveLength(8)
    }
  })

  test('make room at once when one ends on another process', async () => {
    const account = `usr_${++subjects}`
    const rule = { concurrent: 1, burst: null }
    for (let i = 0; i < 30; i++) {
      const release = await inFlight[i % 3]!.acquire(account, rule)
      expect(release).toBeFunction()
      release!()
    }
  })

  test('of a dead process do not count any more', async () => {
    const account = `usr_${++subjects}`
    const rule = { concurrent: 1, burst: null }
    expect(await inFlight[0]!.acquire(account, rule)).toBeFunction()
    expect(await inFlight[1]!.acquire(account, rule)).toBeUndefined()
    await stores[1]!.write((tx) => sql`update in_flight set ends_at = 1 where account = ${account}`.execute(tx.db()))
    expect(await inFlight[1]!.acquire(account, rule)).toBeFunction()
  })

  test('have one average over ten seconds', async () => {
    const account = `usr_${++subjects}`
    const rule = { concurrent: null, burst: 5 }
    expect(await inFlight[0]!.acquire(account, rule)).toBeFunction()
    await stores[1]!.write((tx) => sql`update in_flight set average = 5000 where account = ${account}`.execute(tx.db()))
    expect(await inFlight[1]!.acquire(account, rule)).toBeUndefined()
    expect(await inFlight[0]!.acquire(account, rule)).toBeFunction()
  })
})
