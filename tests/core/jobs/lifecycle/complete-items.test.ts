import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { ApiError, defineJob, t } from 'weirjs'
import type { User } from '../../../../core/contracts/accounts.ts'
import { endIfDone } from '../../../../core/jobs/lifecycle/end-job.ts'
import { readResults } from '../../../../core/jobs/store/results.ts'
import { lockJob } from '../../../../core/jobs/store/statements/jobs.ts'
import type { JobRow } from '../../../../core/jobs/store/tables.ts'
import { itemOf, type Lifecycle, NOW, openLifecycle, pages } from './open-lifecycle.ts'

/** Pages whose failures give a result too, merged at the end. */
const merged = defineJob({
  name: 'test.merged',
  input: t.Object({ paths: t.Array(t.String()) }),
  item: t.Object({}),
  seed: ({ paths }) => paths.map(itemOf),
  run: async () => ({ result: '', millicredits: 0 }),
  failed: async ({ code }, { item }) => `${code} ${JSON.stringify(item)}`,
  finish: async () => ({ result: '', millicredits: 0 }),
})

let world: Lifecycle
let user: User
beforeAll(async () => {
  world = await openLifecycle([pages, merged])
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.clear()
  user = await world.addUser()
})
const ofMerged = (...paths: string[]) => ({ kind: 'test.merged', input: { paths } })
const results = async ({ n }: JobRow) =>
  (await readResults(world.store, n, { after: -1, limit: 100 })).map(({ position, json }) => [
    position,
    JSON.parse(json),
  ])
describe('a completed item', () => {
  test('stores its result, charge, event and further items, and the last one ends the job', async () => {
    const job = await world.start(user, ['a', 'b'], { millicredits: 5000 })
    const [a, b] = await world.claimed(user.id)
    world.clock.pass(40)
    expect(
      await world.complete([a!], () => ({ result: 'A', millicredits: 1500, pages: 2, next: [itemOf('c')] })),
    ).toEqual([true])
    expect(await world.job(job.id)).toMatchObject({
      running: 1,
      succeeded: 1,
      total: 3,
      results: 1,
      used: 1500,
      ready: 1,
    })
    expect((await world.items(job))[0]).toMatchObject({ state: 3, used: 1500, worker: null, lease: null })
    // A claim ends with its attempt, whatever else its worker has under way.
    const other = await world.addUser()
    await world.start(other, ['a'])
    expect(await world.claimed(other.id)).toHaveLength(1)
    for (const again of [[a!], [a!, a!]])
      expect(await world.complete(again, () => ({ millicredits: 1500 }))).toEqual(again.map(() => false))
    const [c] = await world.claimed(user.id)
    await world.complete([b!, c!], (path) => ({ result: path, millicredits: 500, pages: 1 }))
    expect(await world.job(job.id)).toMatchObject({
      status: 'completed',
      running: 0,
      succeeded: 3,
      total: 3,
      events: 4,
      used: 2500,
      ended_at: NOW + 40,
      ready: 0,
    })
    expect(await results(job)).toEqual([
      [1, 'A'],
      [2, 'b'],
      [3, 'c'],
    ])
    expect(await world.credits.balance(user.id)).toMatchObject({ used: 2500, held: 0 })
    const counts = { completed: 3, failed: 0, total: 3 }
    expect(world.told.events.at(-1)).toEqual({ type: 'end', jobId: job.id, id: 4, status: 'completed', ...counts })
    expect(world.told.events[0]).toMatchObject({ type: 'item', id: 1, completed: 1, total: 3, millicredits: 1500 })
    expect([world.told.ended, world.told.metrics.at(-1)]).toEqual([[job.n], 'ended test.pages completed'])
  })

  test('that turned out to be a duplicate is not counted in any total, and makes no event', async () => {
    const job = await world.start(user, ['a', 'b'])
    await world.complete(await world.claimed(user.id), (path) => ({ millicredits: 0, counts: path === 'a' }))
    expect(await world.job(job.id)).toMatchObject({ status: 'completed', succeeded: 1, skipped: 1, events: 2 })
    expect(world.told.events.at(-1)).toMatchObject({ completed: 1, total: 1 })
  })

  test('that has the same content as another of its job stores only its further items', async () => {
    const job = await world.start(user, ['a', 'b', 'c'], { millicredits: 5000 })
    await world.complete(await world.claimed(user.id), (path) => ({
      result: path,
      millicredits: 1000,
      unique: path === 'c' ? 'other' : 'same',
      next: [itemOf(`further ${path}`)],
    }))
    expect(await world.job(job.id)).toMatchObject({ succeeded: 2, skipped: 1, total: 6, used: 2000, results: 2 })
    expect(await results(job)).toEqual([
      [1, 'a'],
      [3, 'c'],
    ])
  })

  test('that has the same content adds nothing once a job with a limit has ten such items for each outcome', async () => {
    const job = await world.start(user, ['a', 'b', 'c'], { limit: 2 })
    const [a, ...others] = await world.claimed(user.id, 2)
    const same = (next: string) => ({ millicredits: 0, unique: 'same', next: [itemOf(next)] })
    await world.complete([a!], () => ({ millicredits: 0, unique: 'same' }))
    await world.change(job, { skipped: 19, total: 22 })
    await world.complete(others, () => same('d'))
    expect(await world.job(job.id)).toMatchObject({ succeeded: 1, skipped: 20, total: 23 })
    await world.complete(await world.claimed(user.id, 1), () => same('e'))
    expect(await world.job(job.id)).toMatchObject({ succeeded: 1, skipped: 21, total: 23 })
  })

  test('adds no items once the job has all the outcomes it may have', async () => {
    const job = await world.start(user, ['a', 'b', 'c'], { limit: 2 })
    const [a, b] = await world.claimed(user.id)
    await world.complete([a!], () => ({ millicredits: 0, next: [itemOf('d')] }))
    expect((await world.job(job.id)).total).toBe(4)
    await world.complete([b!], () => ({ millicredits: 0, next: [itemOf('e')] }))
    expect(await world.job(job.id)).toMatchObject({ status: 'completed', succeeded: 2, total: 2 })
  })

  test('changes nothing if another worker has it meanwhile', async () => {
    const job = await world.start(user, ['a', 'b'])
    const items = await world.claimed(user.id)
    expect(await world.complete(items, () => ({ millicredits: 0 }), 'another')).toEqual([false, false])
    expect(await world.complete([items[0]!], () => ({ millicredits: 0 }))).toEqual([true])
    expect(await world.complete(items, () => ({ millicredits: 0 }))).toEqual([false, true])
    expect(await world.job(job.id)).toMatchObject({ succeeded: 2, running: 0, status: 'completed' })
  })

  test('counts once if this worker has begun it again meanwhile, and both attempts end together', async () => {
    const job = await world.start(user, ['a'])
    const first = await world.claimed(user.id)
    // As if another process had taken this one for dead.
    await world.complete(first, () => ({ kind: 'lost', end: { by: 'stop' } }))
    const second = await world.claimed(user.id)
    const ends = await world.complete([...first, ...second], () => ({ millicredits: 0 }))
    expect(ends).toEqual([false, true])
    expect(await world.job(job.id)).toMatchObject({ succeeded: 1, running: 0, status: 'completed' })
  })

  test('leaves its last progress message on the job, or the previous message with its own address if it gave none', async () => {
    const job = await world.start(user, [], {
      items: ['a', 'b'].map((path) => ({ ...itemOf(path), url: `u:${path}` })),
    })
    const [a, b] = await world.claimed(user.id)
    const done = () => ({ millicredits: 0 })
    await world.complete([a!], done, 'w', { step: 'reading', url: 'u:inner' })
    expect(await world.job(job.id)).toMatchObject({ step: 'reading', url: 'u:inner' })
    await world.complete([b!], done)
    expect(await world.job(job.id)).toMatchObject({ step: 'reading', url: 'u:b' })
  })

  test('lets the next item of its host begin, in this job and in others', async () => {
    await world.start(user, ['a.test/1', 'a.test/2'])
    const other = await world.start(user, ['a.test/3'])
    const [first] = await world.claimed(user.id)
    expect(await world.claimed(user.id)).toEqual([])
    world.told.alarms.length = 0
    await world.complete([first!], () => ({ millicredits: 0 }))
    expect(world.told.alarms).toEqual([0])
    expect((await world.claimed(user.id)).map(({ item }) => item.key)).toEqual(['a.test/2'])
    expect((await world.job(other.id)).status).toBe('queued')
  })
})

describe('a failed item', () => {
  const passing = new ApiError('timeout', 'Later', {}, { retryAfter: 600 })

  test('that is to be retried waits for its time, and keeps its job from ending', async () => {
    const other = await world.addUser()
    const done = await world.start(other, ['a'])
    await world.complete(await world.claimed(other.id), () => ({ millicredits: 0 }))
    const job = await world.start(user, ['a', 'b'])
    await world.complete(await world.claimed(user.id), (path) => (path === 'a' ? passing : { millicredits: 0 }))
    expect(await world.states(job)).toEqual(['a waiting', 'b succeeded'])
    expect(await world.states(done)).toEqual(['a succeeded'])
    expect((await world.items(job))[0]).toMatchObject({ failures: 1, not_before: NOW + 600_000, worker: null })
    expect(await world.job(job.id)).toMatchObject({ status: 'running', running: 0, succeeded: 1, failed: 0 })
    expect(world.told.alarms.at(-1)).toBe(600_000)
  })

  test('that has failed for good counts as an outcome, and costs nothing', async () => {
    const job = await world.start(user, ['a', 'b'], { millicredits: 2000 })
    await world.complete(await world.claimed(user.id), (path) =>
      path === 'a' ? new ApiError('timeout', 'Too late') : { millicredits: 700 },
    )
    expect(await world.job(job.id)).toMatchObject({
      status: 'completed',
      succeeded: 1,
      failed: 1,
      used: 700,
      events: 3,
    })
    expect(world.told.events[0]).toMatchObject({ status: 'failed', millicredits: 0, failed: 1 })
    expect(world.told.metrics).toContain('item test.pages failed')
  })

  test('that fails its job ends it: waiting items are cancelled, items under way are aborted', async () => {
    const job = await world.start(user, ['a', 'b', 'c'])
    const [a, b] = await world.claimed(user.id, 2)
    const error = new ApiError('crawl_failed', 'No start', { reason: 'robots' }, { failsJob: true })
    await world.complete([a!], () => error)
    expect(await world.job(job.id)).toMatchObject({
      status: 'running',
      ending: 'failed',
      failed: 1,
      cancelled: 1,
      ready: 0,
    })
    expect(world.told.aborted).toEqual([job.n])
    await world.complete([b!], () => ({ kind: 'cancelled' }))
    const { error: said, ...ended } = await world.job(job.id)
    expect(ended).toMatchObject({ status: 'failed', failed: 1, cancelled: 2, events: 2 })
    expect(JSON.parse(said!)).toEqual({ code: 'crawl_failed', message: 'No start', details: { reason: 'robots' } })
  })

  test('stores a result if its kind of job gives one', async () => {
    const job = await world.start(user, ofMerged('a'))
    await world.complete(await world.claimed(user.id), () => new ApiError('timeout', 'Too late'))
    expect(await results(job)).toEqual([[1, 'timeout {}']])
  })
})

describe('merging the results', () => {
  test('comes after the last item, and takes the position after all items', async () => {
    const job = await world.start(user, ofMerged('a', 'b'), { millicredits: 900 })
    const end = (path: string) => ({ result: path, millicredits: 100 })
    await world.complete(await world.claimed(user.id), end)
    expect(await world.job(job.id)).toMatchObject({
      status: 'running',
      succeeded: 2,
      total: 2,
      ready: 1,
      ended_at: null,
    })
    const [finish] = await world.claimed(user.id)
    expect([finish!.item.seq, finish!.item.key]).toEqual([0, ''])
    await world.complete([finish!], () => ({ result: 'all', millicredits: 300 }))
    expect(await world.job(job.id)).toMatchObject({ status: 'completed', succeeded: 2, total: 2, used: 500, events: 3 })
    expect(await results(job)).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'all'],
    ])
  })

  test('fails the job if it fails, and then has no result of its own', async () => {
    const job = await world.start(user, ofMerged('a'))
    await world.complete(await world.claimed(user.id), () => ({ result: 'A', millicredits: 0 }))
    await world.complete(await world.claimed(user.id), () => new ApiError('extraction_failed', 'No'))
    expect(await world.job(job.id)).toMatchObject({ status: 'failed', succeeded: 1, failed: 0, events: 2 })
    expect(await results(job)).toEqual([[1, 'A']])
  })

  test('is skipped if the job is cancelled', async () => {
    const job = await world.start(user, ofMerged('a', 'b'))
    const [a] = await world.claimed(user.id, 1)
    await world.cancel(job)
    await world.complete([a!], () => ({ result: 'A', millicredits: 0 }))
    expect(await world.job(job.id)).toMatchObject({ status: 'cancelled', succeeded: 1, cancelled: 1 })
    expect(await results(job)).toEqual([
      [1, 'A'],
      [2, 'cancelled {}'],
    ])
  })
})

describe('the end of a job', () => {
  const told = async (webhook: { url: string; events?: string[]; form?: string }, ends: 'completed' | 'cancelled') => {
    const job = await world.start(user, ['a'], { webhook })
    if (ends === 'cancelled') await world.cancel(job)
    else await world.complete(await world.claimed(user.id), () => ({ millicredits: 0 }))
    expect((await world.job(job.id)).status).toBe(ends)
    return world.told.messages.map((message) => [message, job.id])
  }
  test('is sent to those who asked for it, in their format', async () => {
    const [[message, id] = []] = await told({ url: 'https://hook.test:8443/x', form: 'old' }, 'completed')
    expect(message as unknown).toEqual([
      'webhooks',
      { account: user.id, url: 'https://hook.test:8443/x', event: 'job.completed', jobId: id, form: 'old' },
      { receiver: 'hook.test:8443', account: user.id },
    ])
  })
  test('is sent to nobody who did not ask for it, nor if the job was cancelled', async () => {
    expect(await told({ url: 'https://hook.test/', events: ['job.failed'] }, 'completed')).toEqual([])
    expect(await told({ url: 'https://hook.test/' }, 'cancelled')).toEqual([])
    expect(
      await told({ url: 'https://hook.test/', events: ['job.failed', 'job.completed'] }, 'completed'),
    ).toHaveLength(1)
  })
})

test('a job with work left does not end, and an ended job stays as it is', async () => {
  const job = await world.start(user, ['a', 'b'])
  const end = () =>
    world.store.write(async (tx) => {
      const row = (await tx.get(lockJob, job.n))!
      await endIfDone(world.ports, { tx, job: row, registered: world.registry.get('test.pages')! })
      return row.status
    })
  expect(await end()).toBe('queued')
  const items = await world.claimed(user.id)
  expect(await end()).toBe('running')
  await world.complete(items, () => ({ millicredits: 0 }))
  const { events } = await world.job(job.id)
  expect([await end(), (await world.job(job.id)).events === events, world.told.ended]).toEqual([
    'completed',
    true,
    [job.n],
  ])
})
