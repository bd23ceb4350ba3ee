import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { defineJob, t } from 'weirjs'
import type { User } from '../../../../core/contracts/accounts.ts'
import { runDue } from '../../../../core/jobs/lifecycle/due.ts'
import { hostLimits } from '../../../../core/jobs/scheduling/host-limits.ts'
import type { JobRow } from '../../../../core/jobs/store/tables.ts'
import { endPausesFromFuture, shortenPauses, watchClock } from '../../../../core/jobs/worker/clock-changes.ts'
import { addMessage, type OutboxTable, takeMessage } from '../../../../core/outbox/tables.ts'
import type { Dialect, Store } from '../../../../core/store/index.ts'
import { itemOf, type Lifecycle, NOW, openLifecycle, pages } from './open-lifecycle.ts'

const one = defineJob({
  name: 'test.one',
  input: t.Object({}),
  item: t.Object({}),
  seed: () => [itemOf('a')],
  maxConcurrentJobs: () => 1,
  run: async () => ({ millicredits: 0 }),
})
const ofOne = { kind: 'test.one', input: {} }

let world: Lifecycle
let user: User
beforeAll(async () => {
  world = await openLifecycle([pages, one])
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.clear()
  user = await world.addUser()
})
/** Lets time pass, does what is due then, and gives the milliseconds from `NOW` until the next task. */
const after = async (milliseconds: number) => {
  world.clock.set(NOW + milliseconds)
  const next = await runDue(world.ports)
  return next === undefined ? undefined : next - NOW
}
const stands = async ({ id }: Pick<JobRow, 'id'>) => {
  const { status, activated, ready, wake_at } = await world.job(id)
  return { status, activated, ready, wake: wake_at === null ? null : wake_at - NOW }
}
const waits = { status: 'queued', activated: 0, ready: 0 } as const
const begins = { status: 'queued', activated: 1, ready: 1, wake: null } as const

test('if nothing is due, nothing is done, and the time of the next task is given', async () => {
  expect(await after(0)).toBeUndefined()
  await world.start(user, ['a'], { runAt: NOW + 5000 })
  const job = await world.start(user, ['b'], { runAt: NOW + 3000 })
  expect(await after(2999)).toBe(3000)
  expect(await stands(job)).toEqual({ ...waits, wake: 3000 })
  expect(await after(3000)).toBe(5000)
  expect(await stands(job)).toEqual(begins)
})

describe('a scheduled job that falls due', () => {
  test('holds its credits, and its account has work', async () => {
    const job = await world.start(user, ['a'], { millicredits: 3000, runAt: NOW + 1 })
    expect(await after(1)).toBeUndefined()
    expect([await stands(job), (await world.credits.balance(user.id)).held]).toEqual([begins, 3000])
    expect(world.told.offers).toEqual([`${user.id} 8`])
  })

  test('fails if its account lacks the credits, with an outcome for each item that is not done', async () => {
    user = await world.addUser('free')
    const webhook = { url: 'https://hook.test/' }
    const job = await world.start(user, ['a', 'b'], { millicredits: 900_000, runAt: NOW + 1, webhook })
    await after(1)
    expect(await world.job(job.id)).toMatchObject({ status: 'failed', failed: 2, cancelled: 0, ended_at: NOW + 1 })
    expect(JSON.parse((await world.job(job.id)).error!)).toMatchObject({ code: 'insufficient_credits' })
    expect(world.told).toMatchObject({
      metrics: ['started test.pages', 'item test.pages failed', 'item test.pages failed', 'ended test.pages failed'],
      messages: [['webhooks', { event: 'job.failed', jobId: job.id }, { receiver: 'hook.test' }]],
    })
  })

  test('waits a second if another of its name runs, or an older one is due', async () => {
    const [first, second] = [
      await world.start(user, ['a'], { exclusive: 'nightly', runAt: NOW + 1 }),
      await world.start(user, ['b'], { exclusive: 'nightly', runAt: NOW + 1 }),
    ]
    expect(await after(1)).toBe(1001)
    expect([await stands(first), await stands(second)]).toEqual([begins, { ...waits, wake: 1001 }])
    expect(await after(1001)).toBe(2001)
    expect(await stands(second)).toEqual({ ...waits, wake: 2001 })
  })

  test('lets an older one of its name go first, even if its own time came earlier', async () => {
    const [first, second] = [
      await world.start(user, ['a'], { exclusive: 'nightly', runAt: NOW + 2 }),
      await world.start(user, ['b'], { exclusive: 'nightly', runAt: NOW + 1 }),
    ]
    expect(await after(2)).toBe(1002)
    expect([await stands(first), await stands(second)]).toEqual([begins, { ...waits, wake: 1002 }])
  })

  test('waits a second while its account has as many of its kind at work as it may', async () => {
    await world.start(user, ofOne)
    const later = await world.start(user, ofOne, { runAt: NOW + 1 })
    expect(await after(1)).toBe(1001)
    expect(await stands(later)).toEqual({ ...waits, wake: 1001 })
  })

  test('waits a minute while its plugin is disabled', async () => {
    const job = await world.start(user, ofOne, { runAt: NOW + 1 })
    const registered = world.registry.get('test.one')!
    world.registry.delete('test.one')
    expect(await after(1)).toBe(60_001)
    expect(await stands(job)).toEqual({ ...waits, wake: 60_001 })
    world.registry.set('test.one', registered)
    await after(60_001)
    expect(await stands(job)).toEqual(begins)
  })
})

test('a job that was never accepted is deleted, and tried again a minute later if that fails', async () => {
  const job = await world.start(user, ['a'])
  const seeding = { activated: 0, ready: 0, wake_at: NOW + 1 }
  await world.store.write((tx) => tx.db<{ jobs: object }>().updateTable('jobs').set(seeding).execute())
  expect(await after(1)).toBe(60_001)
  while ((await world.job(job.id)) !== undefined) await Bun.sleep(1)
})

test('items that wait for their time are queued when it has come, and their job is offered', async () => {
  const items = [0, 10, 20].map((ms, i) => ({ key: `${i}`, value: {}, notBefore: ms === 0 ? undefined : NOW + ms }))
  const job = await world.start(user, [], { items })
  expect(world.told.alarms).toEqual([10, 20])
  expect((await world.claimed(user.id)).map(({ item }) => item.key)).toEqual(['0'])
  const other = await world.addUser()
  await world.start(other, [], { items: [{ key: 'x', value: {}, notBefore: NOW + 10 }] })
  expect(await world.claimed(other.id)).toEqual([])
  world.told.offers.length = 0
  expect(await after(10)).toBe(20)
  expect((await world.job(job.id)).ready).toBe(1)
  expect(world.told.offers.toSorted()).toEqual([`${user.id} 8`, `${other.id} 8`].toSorted())
  expect((await world.claimed(other.id)).map(({ item }) => item.key)).toEqual(['x'])
  expect((await world.claimed(user.id)).map(({ item }) => item.key)).toEqual(['1'])
})

test('items of a host wait for it, and go on when it may be asked again', async () => {
  await world.store.write((tx) => hostLimits.setPolicy(tx, 'a.test', { notBefore: NOW + 50 }, NOW))
  const job = await world.start(user, ['a.test/1', 'b.test/1'])
  expect((await world.claimed(user.id)).map(({ item }) => item.key)).toEqual(['b.test/1'])
  const other = await world.addUser()
  const second = await world.start(other, ['a.test/2'])
  expect(await world.claimed(other.id)).toEqual([])
  expect(await after(49)).toBe(50)
  expect((await world.job(job.id)).ready).toBe(0)
  expect(await after(50)).toBeUndefined()
  expect((await world.job(second.id)).ready).toBe(1)
  expect((await world.claimed(user.id)).map(({ item }) => item.key)).toEqual(['a.test/1'])
})

const portsOn = (dialect: Dialect) => {
  const store: Store = new Proxy(world.store, {
    get: (target, name) => (name === 'dialect' ? dialect : Reflect.get(target, name, target)),
  })
  return { ...world.ports, store }
}

test('pauses last no longer if the clock is set back, and scheduled times stay', async () => {
  const spaced = await world.start(user, ['a', 'b'], { spacing: 1000 })
  await world.claimed(user.id)
  const later = await world.start(user, ['c'], { runAt: NOW + 7000 })
  await world.store.write(async (tx) => {
    await hostLimits.setPolicy(tx, 'a.test', { notBefore: NOW + 5000 }, NOW)
    await tx.run(addMessage, 'waits', 'test', '', '', '{}', NOW + 5000, NOW)
    await tx.run(addMessage, 'in flight', 'test', '', '', '{}', NOW, NOW)
    await tx.run(takeMessage, 1, NOW + 40_000, 'me', 'in flight', 0)
  })
  await shortenPauses(portsOn('sqlite'), 600)
  const hosts = await world.store
    .db<{ job_hosts: { host: string; next_at: number } }>()
    .selectFrom('job_hosts')
    .select(['host', 'next_at'])
    .execute()
  expect([(await stands(spaced)).wake, (await world.job(spaced.id)).next_at - NOW]).toEqual([400, 400])
  expect((await stands(later)).wake).toBe(7000)
  expect(hosts).toEqual([{ host: 'a.test', next_at: NOW + 4400 }])
  const messages = await world.store.db<OutboxTable>().selectFrom('outbox').select(['id', 'next_at']).execute()
  expect(messages.sort((a, b) => a.next_at - b.next_at)).toEqual([
    { id: 'waits', next_at: NOW + 4400 },
    { id: 'in flight', next_at: NOW + 40_000 },
  ])
})

test('pauses that were set while the clock was ahead, before a restart, are over', async () => {
  const DAY = 24 * 3_600_000
  world.clock.set(NOW + DAY)
  await world.store.write(async (tx) => {
    await hostLimits.setPolicy(tx, 'a.test', { notBefore: NOW + DAY + 5000 }, NOW)
    await tx.run(addMessage, 'retried', 'test', '', '', '{}', NOW + DAY + 5000, NOW + DAY)
  })
  const job = await world.start(user, ['a.test/1'])
  expect(await world.claimed(user.id)).toEqual([])
  world.clock.set(NOW)
  await endPausesFromFuture(world.ports)
  expect(await after(0)).toBeUndefined()
  expect((await world.claimed(user.id)).map(({ item }) => item.key)).toEqual(['a.test/1'])
  expect((await stands(job)).status).toBe('running')
  const messages = world.store.db<OutboxTable>().selectFrom('outbox').select('next_at')
  expect(await messages.where('id', '=', 'retried').execute()).toEqual([{ next_at: NOW }])
})

test('pauses are not shortened by each of several processes that see a clock set back', async () => {
  world.clock.set(NOW + 60_000)
  const fromFuture = await world.start(user, ['a', 'b'], { spacing: 1000 })
  await world.claimed(user.id)
  world.clock.set(NOW)
  const spaced = await world.start(user, ['c', 'd'], { spacing: 1000 })
  await world.claimed(user.id)
  await world.store.write((tx) => hostLimits.setPolicy(tx, 'a.test', { notBefore: NOW + 5000 }, NOW))
  for (let process = 0; process < 3; process++) await shortenPauses(portsOn('postgres'), 60_000)
  const hosts = world.store.db<{ job_hosts: { next_at: number } }>().selectFrom('job_hosts').select('next_at')
  expect([await hosts.execute(), (await stands(spaced)).wake, (await stands(fromFuture)).wake]).toEqual([
    [{ next_at: NOW + 5000 }],
    1000,
    0,
  ])
  // Woken, it need not sleep again.
  expect((await world.job(fromFuture.id)).next_at).toBe(NOW)
})

test('a clock that was set back is logged with the difference, and one that drifts is not', () => {
  let [wall, steady] = [1_000_000, 500]
  const setBack = watchClock({ now: () => wall }, () => steady)
  const pass = (milliseconds: number, by = milliseconds) => {
    steady += milliseconds
    wall += by
    return setBack()
  }
  expect([pass(60_000), pass(1000, 5000), pass(1000, 0), pass(1000, -1)]).toEqual([0, 0, 0, 1001])
  expect([pass(10, -3_600_000.4), pass(10)]).toEqual([3_600_010, 0])
})
