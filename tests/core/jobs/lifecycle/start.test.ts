import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { defineJob, t } from 'weirjs'
import type { User } from '../../../../core/contracts/accounts.ts'
import { itemOf, type Lifecycle, NOW, openLifecycle, pages } from './open-lifecycle.ts'

/** A kind that leaves everything at its default. */
const plain = defineJob({
  name: 'test.plain',
  input: t.Object({ paths: t.Array(t.String()) }),
  item: t.Object({}),
  seed: ({ paths }) => paths.map(itemOf),
  run: async () => ({ millicredits: 0 }),
})
/** A kind that an account may have twice at once, and as often as it wants on the plan `free`. */
const few = defineJob({
  ...plain,
  name: 'test.few',
  maxAttempts: () => 7,
  maxConcurrentJobs: ({ weight }) => (weight === 1 ? null : 2),
})

let world: Lifecycle
let user: User
beforeAll(async () => {
  world = await openLifecycle([pages, plain, few])
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.clear()
  user = await world.addUser()
})
const ofKind = (kind: string, paths = ['a']) => ({ kind, input: { paths } })
const balance = async () => {
  const { held, used } = await world.credits.balance(user.id)
  return { held, used }
}

describe('a started job', () => {
  test('keeps its spacing in whole milliseconds, never less than was asked for', async () => {
    const job = await world.start(user, ['a', 'b'], { spacing: 100.2 })
    expect(await world.job(job.id)).toMatchObject({ spacing: 101 })
  })

  test('is queued with its items and its hold, and its account has work', async () => {
    const job = await world.start(user, ['a', 'b'], { millicredits: 2000, priority: 'high' })
    expect(await world.job(job.id)).toMatchObject({
      account: user.id,
      kind: 'test.pages',
      type: 'test',
      status: 'queued',
      priority: 0,
      parallel: 9,
      spacing: 0,
      item_limit: 1000,
      activated: 1,
      ready: 1,
      wake_at: null,
      run_at: null,
      total: 2,
      estimate: 2000,
      exclusive: null,
      webhook: null,
      created_at: NOW,
    })
    expect((await world.items(job)).map(({ seq, key, state }) => [seq, key, state])).toEqual([
      [1, 'a', 0],
      [2, 'b', 0],
    ])
    expect(await balance()).toEqual({ held: 2000, used: 0 })
    expect(world.told).toMatchObject({ offers: [`${user.id} 8`], metrics: ['started test.pages'], alarms: [] })
  })

  test('does three items at once, with three attempts each, if its kind does not say', async () => {
    const job = await world.start(user, ofKind('test.plain'))
    expect(await world.job(job.id)).toMatchObject({ parallel: 3, max_attempts: 3, spacing: 0, item_limit: null })
    const other = await world.start(user, ofKind('test.few'))
    expect(await world.job(other.id)).toMatchObject({ max_attempts: 7 })
  })

  test('keeps its webhook and its name', async () => {
    const webhook = { url: 'https://hook.test/', events: ['job.failed'] }
    const { id } = await world.start(user, ['a'], { webhook, exclusive: 'nightly' })
    expect(await world.job(id)).toMatchObject({ webhook: JSON.stringify(webhook), exclusive: 'nightly' })
  })

  test('holds nothing yet if it is scheduled for later, and is looked at when its time has come', async () => {
    const job = await world.start(user, ['a'], { millicredits: 2000, runAt: NOW + 5000 })
    expect(await world.job(job.id)).toMatchObject({ activated: 0, ready: 0, run_at: NOW + 5000, wake_at: NOW + 5000 })
    expect(await balance()).toEqual({ held: 0, used: 0 })
    expect(world.told).toMatchObject({ offers: [], alarms: [5000], metrics: ['started test.pages'] })
  })

  test('begins now if its time is already over', async () => {
    const job = await world.start(user, ['a'], { millicredits: 2000, runAt: NOW })
    expect(await world.job(job.id)).toMatchObject({ activated: 1, ready: 1, run_at: NOW, wake_at: null })
    expect(await balance()).toEqual({ held: 2000, used: 0 })
  })

  test('tells its caller in its own transaction, with the key of the request', async () => {
    const seen: unknown[] = []
    const keep = async (_: unknown, id: string) => void seen.push(['kept', id])
    const also = async (_: unknown, id: string) => void seen.push(['also', id])
    const { id } = await world.start(user, ['a'], { idempotency: { jobId: undefined, keep }, also })
    expect(seen).toEqual([
      ['kept', id],
      ['also', id],
    ])
  })

  test('is a fault of its plugin if it has no items, and leaves nothing', async () => {
    await expect(world.start(user, [], { millicredits: 2000 })).rejects.toThrow(
      'A job of test.pages was started without an item',
    )
    expect(await balance()).toEqual({ held: 0, used: 0 })
    expect(world.told.metrics).toEqual([])
  })

  test('has its items stored a thousand at a time, and is invisible until all are stored', async () => {
    const items = Array.from({ length: 1001 }, (_, i) => itemOf(`${i}`))
    const job = await world.start(user, [], { items })
    expect([job.total, job.activated]).toEqual([1001, 1])
    // Had the rest not been stored within five minutes, the job would be given up.
    expect(world.told.alarms).toEqual([300_000])
  })
})

describe('a job is refused', () => {
  test('while another of its name is under way', async () => {
    await world.start(user, ['a'], { exclusive: 'backup' })
    await expect(world.start(user, ['b'], { exclusive: 'backup' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'This is already running; wait for it to end',
    })
    // One that begins later does not count.
    await world.start(user, ['b'], { exclusive: 'backup', runAt: NOW + 1 })
    await world.start(user, ['c'], { exclusive: 'other' })
  })

  test('if the account has as many of its kind at once as the plan allows', async () => {
    for (let i = 0; i < 2; i++) await world.start(user, ofKind('test.few'))
    await expect(world.start(user, ofKind('test.few'))).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'The enterprise plan allows 2 jobs of this kind (test) at once; wait for one to end, or cancel one',
      details: { retryAfter: 5, limit: 2, remaining: 0, resetTime: '2026-07-01T12:00:05.000Z' },
      retryAfter: 5,
    })
    await world.start(user, ofKind('test.few'), { runAt: NOW + 1 })
    await world.start(user, ofKind('test.plain'))
    await world.start(await world.addUser(), ofKind('test.few'))
    user = await world.addUser('free')
    for (let i = 0; i < 3; i++) await world.start(user, ofKind('test.few'))
  })

  test('if the account lacks the credits it holds', async () => {
    user = await world.addUser('free')
    await expect(world.start(user, ['a'], { millicredits: 500_001 })).rejects.toMatchObject({
      code: 'insufficient_credits',
    })
    await world.start(user, ['a'], { millicredits: 500_000 })
  })
})

test('a list of items is closed if it is not read to its end', async () => {
  let isClosed = false
  const items = (function* () {
    try {
      for (;;) yield { key: '', value: {} }
    } finally {
      isClosed = true
    }
  })()
  await expect(world.start(user, [], { items })).rejects.toThrow('has 0 characters')
  expect(isClosed).toBe(true)
})
