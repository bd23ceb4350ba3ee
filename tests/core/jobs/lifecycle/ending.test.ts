import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError, defineJob, type JobEvent, t } from 'weirjs'
import { setClock } from '../../open-accounts.ts'
import { medium, type OpenedJobs, openJobs, until } from '../open-jobs.ts'

const Numbers = t.Object({ count: t.Integer(), ms: t.Number(), headers: t.Optional(t.Unknown({ secret: true })) })
const One = t.Object({ number: t.Integer(), token: t.Optional(t.String({ secret: true })) })

/** Items of some milliseconds that end when they are told to, and cost a credit. */
const waiting = (seen: unknown[] = [], more: { listens?: boolean; failed?: boolean } = {}) =>
  defineJob({
    name: 'test.wait',
    input: Numbers,
    item: One,
    seed: ({ count }) =>
      Array.from({ length: count }, (_, number) => ({
        key: `${number}`,
        value: { number, token: `TOKENMARK ${number}` },
      })),
    parallel: () => 2,
    async run({ input, item, signal }) {
      seen.push({ headers: input.headers, token: item.token })
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, input.ms)
        if (more.listens === false) return
        signal.addEventListener('abort', () => {
          clearTimeout(timer)
          reject(signal.reason)
        })
      })
      return { result: item.number, millicredits: 1000 }
    },
    ...(more.failed && { failed: async ({ code }: ApiError) => code }),
  })

const start = async (world: OpenedJobs, job: ReturnType<typeof waiting>, count: number, ms: number, more = {}) => {
  const user = await world.addUser()
  const options = { millicredits: count * 1000, ...medium }
  return { user, job: await world.jobs.start(job, user, { count, ms, ...more }, options) }
}
const stands = async ({ credits }: OpenedJobs, account: string) => {
  const { used, held } = await credits.balance(account)
  return { used, held }
}

describe('an item that takes longer than its kind of job allows', () => {
  for (const listens of [true, false])
    test(`fails with timeout${listens ? '' : ', even if it does not listen'}`, async () => {
      const job = { ...waiting([], { listens }), attemptTimeout: 20 }
      await using world = await openJobs([job])
      const { user, job: started } = await start(world, job, 1, 60_000)
      const ended = await world.ended(started, 20_000)
      expect(ended).toMatchObject({ status: 'completed', failed: 1, running: 0, used: 0 })
      expect(await stands(world, user.id)).toEqual({ used: 0, held: 0 })
    }, 120_000)
})

describe('cancelling', () => {
  test('ends waiting items now and items under way soon; completed items stay charged', async () => {
    const seen: unknown[] = []
    const job = waiting(seen)
    await using world = await openJobs([job])
    const { user, job: started } = await start(world, job, 100, 100)
    await until('two done', async () => (await world.jobs.get(user.id, started.id)).completed === 2)
    const cancelled = await world.jobs.cancel(user.id, started.id)
    expect(cancelled.cancelled).toBeGreaterThanOrEqual(96)
    const ended = await world.ended(started)
    expect(ended).toMatchObject({ status: 'cancelled', running: 0, failed: 0, used: ended.completed * 1000 })
    expect(ended.completed + ended.cancelled).toBe(100)
    expect(await stands(world, user.id)).toEqual({ used: ended.used, held: 0 })
    const begun = seen.length
    await Bun.sleep(150)
    expect(seen).toHaveLength(begun)
  })

  test('keeps the hold until the last item under way has ended', async () => {
    const seen: unknown[] = []
    const job = waiting(seen, { listens: false })
    await using world = await openJobs([job])
    const { user, job: started } = await start(world, job, 10, 1000)
    // Not by the job's row: an item that is counted there may not have begun yet.
    await until('items under way', () => seen.length === 2)
    const cancelled = await world.jobs.cancel(user.id, started.id)
    expect([cancelled.status, cancelled.ending, cancelled.running]).toEqual(['running', 'cancelled', 2])
    expect((await stands(world, user.id)).held).toBe(10_000)
    // The item under way did not listen, and completed.
    expect(await world.ended(started)).toMatchObject({ status: 'cancelled', completed: 2, cancelled: 8, used: 2000 })
    expect(await stands(world, user.id)).toEqual({ used: 2000, held: 0 })
  })

  test('ends a job of thousands of items too, with a result for each if the kind gives one', async () => {
    const job = waiting([], { failed: true })
    await using world = await openJobs([job])
    const { user, job: started } = await start(world, job, 1500, 5000)
    await until('items under way', async () => (await world.jobs.get(user.id, started.id)).running === 2)
    await world.jobs.cancel(user.id, started.id)
    expect(await world.ended(started)).toMatchObject({ status: 'cancelled', cancelled: 1500, results: 1500 })
    const results = await world.results(started)
    expect(new Set(results)).toEqual(new Set(['cancelled']))
  })

  test('changes nothing when it is repeated, or comes after the end', async () => {
    const job = waiting()
    await using world = await openJobs([job])
    const { user, job: started } = await start(world, job, 2, 1)
    const ended = await world.ended(started)
    expect(await world.jobs.cancel(user.id, started.id)).toEqual(ended)
    expect(ended.status).toBe('completed')
  })

  test('happens by itself when the account is suspended', async () => {
    const job = waiting()
    await using world = await openJobs([job])
    const { user, job: started } = await start(world, job, 50, 50)
    await until('one done', async () => (await world.jobs.get(user.id, started.id)).completed > 0)
    await world.accounts.users.update(user.id, { status: 'suspended' })
    expect((await world.ended(started)).status).toBe('cancelled')
  })

  test('happens at the start if the account was suspended meanwhile', async () => {
    const job = waiting()
    const before = await openJobs([job], { works: false })
    const { job: started } = await start(before, job, 2, 1)
    await before.store.write((tx) =>
      tx.db<{ users: { status: string } }>().updateTable('users').set({ status: 'suspended' }).execute(),
    )
    await before.stopAll()
    await using world = await openJobs([job], { dataDir: before.dataDir })
    expect(await world.ended(started)).toMatchObject({ status: 'cancelled', completed: 0 })
  })
})

test.each([
  [{ failsJob: true }, 'failed', { code: 'crawl_failed', message: 'No start', details: { reason: 'robots' } }],
  [{ stopsJob: true }, 'completed', null],
] as const)('a failure with %j ends the other items of its job, which is %s', async (how, status, error) => {
  const job = defineJob({
    name: 'test.start',
    input: Numbers,
    item: One,
    seed: ({ count }) => Array.from({ length: count }, (_, number) => ({ key: `${number}`, value: { number } })),
    parallel: () => 1,
    async run({ item: { number } }) {
      if (number === 1) throw new ApiError('crawl_failed', 'No start', { reason: 'robots' }, how)
      return { result: number, millicredits: 1000 }
    },
  })
  await using world = await openJobs([job])
  const user = await world.addUser()
  const started = await world.jobs.start(job, user, { count: 10, ms: 0 }, { millicredits: 10_000, ...medium })
  const ended = await world.ended(started)
  expect(ended).toMatchObject({ status, completed: 1, failed: 1, cancelled: 8, used: 1000 })
  expect(ended.error).toEqual(error)
  expect(await stands(world, user.id)).toEqual({ used: 1000, held: 0 })
})

describe('secrets', () => {
  const allBytes = (folder: string): string =>
    readdirSync(folder)
      .map((name) => join(folder, name))
      .map((path) => (statSync(path).isDirectory() ? allBytes(path) : readFileSync(path, 'latin1')))
      .join('')

  test('are given to the work, never stored in plain text, and erased when the job has ended', async () => {
    const seen: unknown[] = []
    const job = waiting(seen)
    await using world = await openJobs([job])
    const headers = { cookie: 'COOKIEMARK' }
    const { user, job: started } = await start(world, job, 6, 20, { headers })
    await until('one done', async () => (await world.jobs.get(user.id, started.id)).completed > 0)
    expect(allBytes(world.dataDir)).not.toContain('MARK')
    await world.ended(started)
    expect(seen[0]).toEqual({ headers, token: 'TOKENMARK 0' })
    expect(await world.jobs.input(user.id, started.id)).toEqual({ count: 6, ms: 20 })
    const kept = await world.store
      .db<{ job_items: { secrets: string | null } }>()
      .selectFrom('job_items')
      .select('secrets')
      .where('secrets', 'is not', null)
      .execute()
    expect(kept).toEqual([])
    expect(world.lines.join('')).not.toContain('MARK')
  })

  test('are erased for items that never began, too', async () => {
    const job = waiting()
    await using world = await openJobs([job])
    const { user, job: started } = await start(world, job, 30, 2000)
    await world.jobs.cancel(user.id, started.id)
    await world.ended(started)
    const kept = await world.store
      .db<{ job_items: { secrets: string | null } }>()
      .selectFrom('job_items')
      .select('secrets')
      .where('secrets', 'is not', null)
      .execute()
    expect(kept).toEqual([])
  })
})

describe('ended jobs', () => {
  const DAY = 86_400_000

  test('are deleted when their time is over, with everything that belongs to them', async () => {
    const clock = setClock(Date.now())
    const job = waiting([], { failed: true })
    const world = await openJobs([job], { retentionDays: 2, clock })
    const { user, job: started } = await start(world, job, 5, 1)
    await world.ended(started)
    clock.pass(1.9 * DAY)
    expect((await world.jobs.get(user.id, started.id)).status).toBe('completed')
    clock.pass(0.2 * DAY)
    await expect(world.jobs.get(user.id, started.id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
    expect((await world.jobs.list(user.id, { limit: 10 })).jobs).toEqual([])
    await world.stopAll()

    // The deletion comes some seconds after a start.
    await using next = await openJobs([job], { dataDir: world.dataDir, retentionDays: 2, clock })
    const rows = async () => {
      const db = next.store.db<Record<string, object>>()
      const tables = ['jobs', 'job_inputs', 'job_items', 'job_results', 'job_bodies', 'job_once']
      const all = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
      return all.flat().length
    }
    await until('the deletion', async () => (await rows()) === 0, 9_000)
  }, 120_000)
})

test('events are numbered without gaps, from wherever they are read', async () => {
  const job = waiting()
  await using world = await openJobs([job])
  const { user, job: started } = await start(world, job, 40, 3)
  const read = async (after: number) => {
    const events: JobEvent[] = []
    for await (const event of world.jobs.events(user.id, started.id, after)) events.push(event)
    return events
  }
  const [live, late] = [
    read(0),
    until('ten', async () => (await world.jobs.get(user.id, started.id)).completed > 10).then(() => read(7)),
  ]
  const events = await live
  expect(events.map(({ id }) => id)).toEqual(Array.from({ length: 41 }, (_, i) => i + 1))
  expect(events.at(-1)).toMatchObject({ type: 'end', status: 'completed', completed: 40, failed: 0, total: 40 })
  expect(events[9]).toMatchObject({ type: 'item', completed: 10, total: 40, millicredits: 1000, status: 'success' })
  expect(await late).toEqual(events.slice(7))
  expect(await read(0)).toEqual(events)
  // After the last one nothing follows, and the answer says so.
  expect(await read(41)).toEqual([])
  expect(await read(99)).toEqual([])
})

test('jobs of other accounts are unknown', async () => {
  const job = waiting()
  await using world = await openJobs([job])
  const { user, job: started } = await start(world, job, 1, 1)
  const stranger = await world.addUser()
  await world.ended(started)
  const unknown = { status: 404, code: 'not_found', details: { resource: 'job', id: started.id } }
  const { jobs } = world
  for (const ask of [
    () => jobs.get(stranger.id, started.id),
    () => jobs.cancel(stranger.id, started.id),
    () => jobs.results(stranger.id, started.id, { limit: 1 }),
    () => jobs.input(stranger.id, started.id),
    () => jobs.waitForEnd(stranger.id, started.id, 1),
    async () => {
      for await (const _ of jobs.events(stranger.id, started.id, 0));
    },
  ])
    await expect(ask()).rejects.toMatchObject(unknown)
  expect((await jobs.list(stranger.id, { limit: 10 })).jobs).toEqual([])
  expect((await jobs.list(user.id, { limit: 10 })).jobs).toHaveLength(1)
})

test('lists go from the newest to the oldest, page by page, and are filtered', async () => {
  const job = waiting()
  await using world = await openJobs([job])
  const user = await world.addUser()
  const ids: string[] = []
  for (let i = 0; i < 5; i++) {
    const started = await world.jobs.start(
      job,
      user,
      { count: 1, ms: i === 4 ? 5000 : 1 },
      { millicredits: 1000, ...medium },
    )
    ids.unshift(started.id)
    if (i < 4) await world.ended(started)
  }
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page = await world.jobs.list(user.id, { limit: 2, cursor: cursor ?? undefined })
    seen.push(...page.jobs.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(seen).toEqual(ids)
  const some = async (filter: object) =>
    (await world.jobs.list(user.id, { limit: 10, ...filter })).jobs.map(({ id }) => id)
  expect(await some({ status: 'completed' })).toEqual(ids.slice(1))
  await until('the last one', async () => (await some({ status: 'running' })).length === 1)
  expect(await some({ status: 'processing' })).toEqual([])
  expect(await some({ type: 'other' })).toEqual([])
  const { byStatus, averageTime } = await world.jobs.count(user.id)
  expect(byStatus).toEqual({ queued: 0, running: 1, completed: 4, failed: 0, cancelled: 0 })
  expect(averageTime).toBeGreaterThan(0)
  await expect(world.jobs.list(user.id, { limit: 1, cursor: 'job_x' })).rejects.toMatchObject({ status: 400 })
  await world.jobs.cancel(user.id, ids[0]!)
})
