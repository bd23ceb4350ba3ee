import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { createMemoryWindows } from '../../../core/limits/memory-windows.ts'
import type { WindowRule } from '../../../core/limits/windows.ts'
import { type Opened, openAccounts, setClock } from '../open-accounts.ts'

const HOUR = 3_600_000
const rule = (limit: number, more: Partial<WindowRule> = {}): WindowRule => ({
  subject: 'usr_1',
  family: 'general',
  length: HOUR,
  limit,
  ...more,
})

/** Windows with both clocks under the test's control. */
async function open({ store, log, clock }: Opened) {
  let time = 0
  const windows = await createMemoryWindows({ store, log, clock, steady: () => time })
  /** Lets time pass on both clocks. */
  const pass = (milliseconds: number) => {
    time += milliseconds
    clock.pass(milliseconds)
  }
  return { windows, pass }
}

test('of twice as many at once exactly the limit passes', async () => {
  await using world = await openAccounts()
  const { windows } = await open(world)
  const outcomes = await Promise.all(Array.from({ length: 200 }, () => windows.take([rule(100)])))
  expect(outcomes.filter(({ taken }) => taken)).toHaveLength(100)
  await windows.close()
})

test('a window begins with its first request, lasts its length, and begins anew with the next', async () => {
  const clock = setClock('2026-05-01T10:50:00Z')
  await using world = await openAccounts({ clock })
  const { windows, pass } = await open(world)
  expect((await windows.read([rule(2)]))[0]).toMatchObject({
    remaining: 2,
    resetsAt: Date.parse('2026-05-01T11:50:00Z'),
  })
  pass(600_000)
  for (const remaining of [1, 0]) {
    const { taken, states } = await windows.take([rule(2)])
    expect([taken, states[0]!.remaining, states[0]!.resetsAt]).toEqual([
      true,
      remaining,
      Date.parse('2026-05-01T12:00:00Z'),
    ])
  }
  pass(HOUR - 1)
  expect((await windows.take([rule(2)])).taken).toBe(false)
  pass(1)
  expect((await windows.take([rule(2)])).taken).toBe(true)
  await windows.close()
})

test('nothing is counted if one of several windows refuses', async () => {
  await using world = await openAccounts()
  const { windows } = await open(world)
  const both = [rule(5), rule(2, { length: 24 * HOUR })]
  for (const taken of [true, true, false, false]) expect((await windows.take(both)).taken).toBe(taken)
  expect((await windows.read(both)).map(({ remaining }) => remaining)).toEqual([3, 0])
  await windows.close()
})

test('a count can be given back, but only to the window that counted it', async () => {
  await using world = await openAccounts()
  const { windows, pass } = await open(world)
  const remaining = async () => (await windows.read([rule(2)]))[0]!.remaining
  const { states } = await windows.take([rule(2)])
  await windows.take([rule(2)])
  pass(HOUR - 1)
  await windows.giveBack(states)
  expect(await remaining()).toBe(1)
  expect((await windows.take([rule(2)])).taken).toBe(true)
  expect((await windows.take([rule(2)])).taken).toBe(false)
  pass(1)
  await windows.giveBack(states)
  expect(await remaining()).toBe(2)
  await windows.take([rule(2)])
  await windows.giveBack(states)
  expect(await remaining()).toBe(1)
  await windows.close()
  const next = await open(world)
  expect((await next.windows.read([rule(2)]))[0]!.remaining).toBe(1)
  await next.windows.close()
})

test('a changed limit applies to what was counted before', async () => {
  await using world = await openAccounts()
  const { windows } = await open(world)
  for (let i = 0; i < 3; i++) await windows.take([rule(10)])
  expect((await windows.take([rule(3)])).taken).toBe(false)
  expect((await windows.take([rule(4)])).taken).toBe(true)
  await windows.close()
})

test('counts survive a restart', async () => {
  const clock = setClock('2026-05-01T10:00:00Z')
  await using world = await openAccounts({ clock })
  const first = await open(world)
  for (let i = 0; i < 3; i++) await first.windows.take([rule(3)])
  const others = [rule(9, { family: 'map' }), rule(9, { length: 24 * HOUR }), rule(9, { subject: 'usr_other' })]
  await first.windows.take(others)
  await first.windows.close()
  clock.pass(HOUR / 2)
  const second = await open(world)
  const [state] = await second.windows.read([rule(3)])
  expect(state).toMatchObject({ remaining: 0, resetsAt: Date.parse('2026-05-01T11:00:00Z') })
  expect((await second.windows.read(others)).map(({ remaining }) => remaining)).toEqual([8, 8, 8])
  await second.windows.close()
  clock.pass(HOUR / 2)
  const third = await open(world)
  expect((await third.windows.take([rule(3)])).taken).toBe(true)
  await third.windows.close()
})

test('counts of a killed process are written all the same', async () => {
  await using world = await openAccounts()
  const { windows } = await open(world)
  for (let i = 0; i < 3; i++) await windows.take([rule(3)])
  const written = () => sql<{ count: number }>`select count from windows`.execute(world.store.db())
  while (Number((await written()).rows[0]?.count ?? 0) < 3) await Bun.sleep(20)
  const next = await open(world)
  expect((await next.windows.take([rule(3)])).taken).toBe(false)
  await Promise.all([windows.close(), next.windows.close()])
})

for (const [what, jump] of [
  ['back an hour', -HOUR],
  ['ahead an hour', HOUR],
  ['ahead a day', 24 * HOUR],
  ['back a year', -365 * 24 * HOUR],
] as const) {
  test(`a clock that is set ${what} neither shortens a window nor prolongs it`, async () => {
    const clock = setClock('2026-05-01T10:00:00Z')
    await using world = await openAccounts({ clock })
    const { windows, pass } = await open(world)
    await windows.take([rule(1)])
    clock.pass(jump)
    expect((await windows.take([rule(1)])).taken).toBe(false)
    pass(HOUR - 1)
    expect((await windows.take([rule(1)])).taken).toBe(false)
    pass(1)
    expect((await windows.take([rule(1)])).taken).toBe(true)
    await windows.close()
  })
}

test('a window that was written before the clock was set back lasts no longer than its length', async () => {
  const clock = setClock('2026-05-01T10:00:00Z')
  await using world = await openAccounts({ clock })
  const first = await open(world)
  await first.windows.take([rule(1)])
  await first.windows.close()
  clock.set('2025-01-01T00:00:00Z')
  const second = await open(world)
  expect((await second.windows.read([rule(1)]))[0]).toMatchObject({
    remaining: 0,
    resetsAt: Date.parse('2025-01-01T01:00:00Z'),
  })
  await second.windows.close()
})
