import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { newId } from '../../../../core/id.ts'
import { createJobRecords, type JobRecords } from '../../../../core/jobs/records/records.ts'
import type { RegisteredJob } from '../../../../core/jobs/registry.ts'
import type { JobRow } from '../../../../core/jobs/store/tables.ts'
import { type Opened, openAccounts, setClock } from '../../open-accounts.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const DAY = 86_400_000
const clock = setClock(NOW)
let world: Opened
let records: JobRecords
/** What the items under way say they are doing, by job. */
const said = new Map<number, { step: string; url: string | null }>()

beforeAll(async () => {
  world = await openAccounts({ clock })
  const kinds = {
    'crawl.site': { statusWhileRunning: 'scraping' },
    'batch.run': { statusWhileRunning: 'processing' },
    'map.site': {},
  }
  records = createJobRecords({
    store: world.store,
    clock,
    registry: new Map(
      Object.entries(kinds).map(([name, definition]) => [name, { definition } as unknown as RegisteredJob]),
    ),
    durations: { record() {}, of: () => 100 },
    progress: { set() {}, forget() {}, get: (job) => said.get(job) },
    retentionDays: 30,
  })
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  said.clear()
  await world.store.write((tx) => tx.db<{ jobs: object }>().deleteFrom('jobs').execute())
})

/** Stores a job as it stands, of account `usr_a` unless another is given. */
async function keep(row: Partial<JobRow> = {}): Promise<string> {
  const id = newId('job')
  const job = {
    id,
    account: 'usr_a',
    kind: 'crawl.site',
    type: 'crawl',
    status: 'queued',
    activated: 1,
    created_at: NOW,
  }
  await world.store.write((tx) =>
    tx
      .db<{ jobs: object }>()
      .insertInto('jobs')
      .values({ ...job, ...row })
      .execute(),
  )
  return id
}
const listed = async (account: string | undefined, filter: Partial<Parameters<JobRecords['list']>[1]> = {}) =>
  (await records.list(account, { limit: 10, ...filter })).jobs.map(({ id }) => id)
const ids = (filter?: Partial<Parameters<JobRecords['list']>[1]>) => listed('usr_a', filter)
const ended = (ended_at: number, status: JobRow['status'] = 'completed') => ({ status, started_at: NOW - 9, ended_at })

describe('a job', () => {
  test('is reported as it stands, in the words of its kind', async () => {
    const id = await keep({
      status: 'running',
      priority: 1,
      parallel: 2,
      total: 12,
      running: 2,
      succeeded: 3,
      failed: 1,
      cancelled: 0,
      skipped: 2,
      results: 4,
      events: 4,
      estimate: 9000,
      used: 3000,
      step: 'Fetching',
      url: 'https://a.test/1',
      started_at: NOW - 4000,
      ending: 'cancelled',
      error: '{"code":"timeout","message":"Too late","details":{}}',
    })
    expect(await records.get('usr_a', id)).toEqual({
      id,
      kind: 'crawl.site',
      type: 'crawl',
      account: 'usr_a',
      status: 'running',
      scheduled: false,
      shownStatus: 'scraping',
      ending: 'cancelled',
      priority: 'medium',
      total: 10,
      completed: 3,
      failed: 1,
      cancelled: 0,
      running: 2,
      results: 4,
      estimate: 9000,
      used: 3000,
      events: 4,
      step: 'Fetching',
      url: 'https://a.test/1',
      error: { code: 'timeout', message: 'Too late', details: {} },
      createdAt: NOW,
      runAt: null,
      startedAt: NOW - 4000,
      endedAt: null,
      // Four have taken four seconds, and six are left.
      timeLeft: 6000,
    })
  })

  test('that has ended has the name of its end, and nothing left to do', async () => {
    const id = await keep({ ...ended(NOW - 1, 'cancelled'), ending: 'cancelled', total: 5, succeeded: 1 })
    expect(await records.get('usr_a', id)).toMatchObject({
      shownStatus: 'cancelled',
      ending: null,
      endedAt: NOW - 1,
      timeLeft: 0,
    })
  })

  test('says what its items say last, and after its end what was kept', async () => {
    const kept = { step: 'Converting', url: 'https://a.test/kept' }
    const [running, over] = [await keep({ ...kept, status: 'running' }), await keep({ ...kept, ...ended(NOW) })]
    const { n } = await records.find('usr_a', running)
    for (const job of [n, n + 1]) said.set(job, { step: 'Fetching', url: 'https://a.test/now' })
    expect(await records.get('usr_a', running)).toMatchObject({ step: 'Fetching', url: 'https://a.test/now' })
    expect(await records.get('usr_a', over)).toMatchObject(kept)
  })

  test('is expected to take as long as its kind usually does until an item is done, from when it begins', async () => {
    const timeLeft = async (row: Partial<JobRow>) => (await records.get('usr_a', await keep(row))).timeLeft
    const five = { total: 5, parallel: 2 }
    expect(await timeLeft(five)).toBe(300)
    expect(await timeLeft({ ...five, started_at: NOW - 50 })).toBe(300)
    expect(await timeLeft({ ...five, spacing: 500 })).toBe(2100)
    expect(await timeLeft({ ...five, item_limit: 2 })).toBe(100)
    const later = { ...five, activated: 0 }
    expect(await timeLeft({ ...later, run_at: NOW + 7000 })).toBe(7300)
    expect(await timeLeft({ ...later, run_at: NOW - 1 })).toBe(300)
  })

  test('is expected to take no less than no time, even if the clock was set back since it began', async () => {
    const running = await keep({ status: 'running', total: 5, succeeded: 2, started_at: NOW + 3_600_000 })
    expect((await records.get('usr_a', running)).timeLeft).toBe(0)
  })

  test('is unknown to other accounts, under another name, and once its time is over', async () => {
    const id = await keep({ ...ended(NOW - 30 * DAY + 1) })
    expect((await records.get('usr_a', id)).id).toBe(id)
    const unknown = (job: string) => ({ status: 404, code: 'not_found', details: { resource: 'job', id: job } })
    await expect(records.get('usr_b', id)).rejects.toMatchObject(unknown(id))
    for (const other of ['job_1', id.replace('job_', 'bat_'), newId('job')])
      await expect(records.get('usr_a', other)).rejects.toMatchObject(unknown(other))
    const old = await keep({ ...ended(NOW - 30 * DAY) })
    await expect(records.get('usr_a', old)).rejects.toMatchObject(unknown(old))
  })
})

describe('a list', () => {
  test('has the newest first, of one account or of all, by kind, status, and whether they begin later', async () => {
    const queued = await keep()
    const scraping = await keep({ status: 'running' })
    const processing = await keep({ status: 'running', kind: 'batch.run', type: 'batch' })
    const running = await keep({ status: 'running', kind: 'map.site', type: 'map' })
    const later = await keep({ activated: 0, run_at: NOW + 1 })
    const failed = await keep(ended(NOW, 'failed'))
    const others = await keep({ account: 'usr_b' })
    // Its items are still being stored.
    await keep({ activated: 0 })
    expect(await ids()).toEqual([failed, later, running, processing, scraping, queued])
    expect(await listed(undefined)).toEqual([others, failed, later, running, processing, scraping, queued])
    expect(await ids({ type: 'batch' })).toEqual([processing])
    expect(await ids({ status: 'queued' })).toEqual([later, queued])
    expect(await ids({ status: 'scraping' })).toEqual([scraping])
    expect(await ids({ status: 'processing' })).toEqual([processing])
    expect(await ids({ status: 'running' })).toEqual([running])
    expect(await ids({ running: true })).toEqual([running, processing, scraping])
    expect(await ids({ status: 'failed' })).toEqual([failed])
    expect(await ids({ status: 'unheard of' })).toEqual([])
    expect(await ids({ scheduled: true })).toEqual([later])
    expect(await ids({ scheduled: false })).toEqual([failed, running, processing, scraping, queued])
  })

  test('leaves out jobs whose time is over', async () => {
    const kept = await keep(ended(NOW - 30 * DAY + 1))
    await keep(ended(NOW - 30 * DAY))
    expect(await ids()).toEqual([kept])
  })

  test('continues after the last job of the page before, and says when none follows', async () => {
    const [first, second, third] = [await keep(), await keep(), await keep()]
    const page = async (cursor?: string) => {
      const { jobs, nextCursor } = await records.list('usr_a', { limit: 2, cursor })
      return [jobs.map(({ id }) => id), nextCursor]
    }
    expect(await page()).toEqual([[third, second], second])
    expect(await page(second)).toEqual([[first], null])
    expect(await page(third)).toEqual([[second, first], null])
  })

  test('refuses a cursor that it did not give, and a cursor of another list', async () => {
    const others = await keep({ account: 'usr_b' })
    for (const cursor of ['2', newId('job'), others])
      await expect(records.list('usr_a', { limit: 1, cursor })).rejects.toMatchObject({
        status: 400,
        code: 'invalid_request',
        message: 'cursor must be the nextCursor of the previous page',
        details: { parameter: 'cursor' },
      })
    expect((await records.list(undefined, { limit: 1, cursor: others })).jobs).toEqual([])
  })
})

test('jobs are counted by status, of one account and of all, with their running and waiting times', async () => {
  await keep({ created_at: NOW - 700 })
  await keep({ created_at: NOW - 300 })
  await keep({ status: 'running', started_at: NOW - 5 })
  await keep({ activated: 0, run_at: NOW + 1 })
  await keep({ status: 'completed', started_at: NOW - 1000, ended_at: NOW - 800 })
  await keep({ status: 'completed', started_at: NOW - 1000, ended_at: NOW - 900 })
  await keep({ status: 'failed', started_at: NOW - 1000, ended_at: NOW - 799 })
  await keep({ account: 'usr_b', created_at: NOW - 900 })
  const own = {
    byStatus: { queued: 2, running: 1, completed: 2, failed: 1, cancelled: 0 },
    scheduled: 1,
    averageTime: 167,
    lastCompleted: NOW - 800,
    longestWait: 700,
  }
  expect(await records.count('usr_a')).toEqual(own)
  expect(await records.count(undefined)).toEqual({
    ...own,
    byStatus: { ...own.byStatus, queued: 3 },
    longestWait: 900,
  })
  expect(await records.count('usr_c')).toEqual({
    byStatus: { queued: 0, running: 0, completed: 0, failed: 0, cancelled: 0 },
    scheduled: 0,
    averageTime: 0,
    lastCompleted: null,
    longestWait: 0,
  })
})

test('the open jobs of an account are those that have not ended', async () => {
  const [queued, running] = [await keep(), await keep({ status: 'running' })]
  await keep(ended(NOW))
  await keep({ account: 'usr_b' })
  const numbers = await Promise.all([queued, running].map(async (id) => (await records.find('usr_a', id)).n))
  expect(await records.open('usr_a')).toEqual(numbers)
})
