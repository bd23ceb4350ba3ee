import type { EndEvent, JobEvent, JobRecord, JobStatus } from '../../contracts/job.ts'
import type { JobFilter } from '../../contracts/jobs.ts'
import { ApiError, notFound } from '../../errors.ts'
import { isId } from '../../id.ts'
import { statement } from '../../store/index.ts'
import { type Machine, priorityOf, totalOf } from '../lifecycle/runtime.ts'
import { timeFor } from '../scheduling/durations.ts'
import { readResults } from '../store/results.ts'
import { readStored } from '../store/stored-result.ts'
import { type JobRow, type JobTables, State } from '../store/tables.ts'
import type { Reports } from '../worker/work.ts'

const DAY = 86_400_000
/** Ended jobs whose time makes the average. */
const AVERAGE_OVER = 100
/** What no kind of job calls otherwise. */
const STATUSES = ['queued', 'completed', 'failed', 'cancelled']
/** Events that are read at a time. */
const EVENTS_AT_ONCE = 200
/** Milliseconds until a waiting reader looks again for what another machine has done. */
const LOOK_AGAIN = 1_000

const openJobs = statement<[account: string], { n: number }>((db, [account]) =>
  db.selectFrom('jobs').select('n').where('account', '=', account).where('ended_at', 'is', null),
)

/** Reading jobs: their records, results and events. Ids of other accounts are unknown ids. */
export type Reader = ReturnType<typeof createReader>

export function createReader(
  { store, books, clock, feed, durations, kinds }: Machine,
  { retentionDays, reports }: { retentionDays: number; reports: Reports },
) {
  const cutoff = () => (retentionDays === 0 ? 0 : clock.now() - retentionDays * DAY)
  const isKept = ({ ended_at }: JobRow) => ended_at === null || ended_at > cutoff()

  const find = async (accountId: string, jobId: string): Promise<JobRow> => {
    const row = isId('job', jobId) ? await store.get(books.findJob, jobId) : undefined
    if (!row || row.account !== accountId || !isKept(row)) throw notFound('job', jobId)
    return row
  }

  const wordOf = (kind: string) => kinds.get(kind)?.job.statusWhileRunning ?? 'running'

  const timeLeft = (row: JobRow): number | null => {
    if (row.ended_at !== null) return 0
    const done = row.succeeded + row.failed
    const left = totalOf(row) - done
    if (row.started_at !== null && done > 0) return Math.round(((clock.now() - row.started_at) / done) * left)
    return timeFor(left, { item: durations.of(row.kind), parallel: row.parallel, spacing: row.spacing })
  }

  const toRecord = (row: JobRow): JobRecord => {
    const report = row.ended_at === null ? reports.get(row.n) : undefined
    return {
      id: row.id,
      kind: row.kind,
      type: row.type,
      account: row.account,
      status: row.status,
      shownStatus: row.status === 'running' ? wordOf(row.kind) : row.status,
      ending: row.ended_at === null ? row.ending : null,
      priority: priorityOf(row.rank),
      total: totalOf(row),
      completed: row.succeeded,
      failed: row.failed,
      cancelled: row.cancelled,
      running: row.running,
      results: row.results,
      estimate: row.estimate,
      used: row.used,
      events: row.events,
      step: report?.step ?? row.step,
      url: report?.url ?? row.url,
      error: row.error === null ? null : JSON.parse(row.error),
      createdAt: row.created_at,
      runAt: row.run_at,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      timeLeft: timeLeft(row),
    }
  }

  const get = async (accountId: string, jobId: string) => toRecord(await find(accountId, jobId))

  /** The kinds whose running jobs are said to be so. */
  const kindsCalled = (status: string) => [...kinds.keys()].filter((kind) => wordOf(kind) === status)

  const badCursor = () =>
    new ApiError(400, 'invalid_request', 'cursor must be the nextCursor of the page before', { parameter: 'cursor' })

  const list = async (
    accountId: string | undefined,
    { status, type, limit, cursor }: JobFilter,
  ): Promise<{ jobs: JobRecord[]; nextCursor: string | null }> => {
    let query = store
      .db<JobTables>()
      .selectFrom('jobs')
      .selectAll()
      .orderBy('n', 'desc')
      .limit(limit + 1)
    if (accountId !== undefined) query = query.where('account', '=', accountId)
    if (status !== undefined) {
      const isRunning = !STATUSES.includes(status)
      query = query.where('status', '=', isRunning ? 'running' : (status as JobStatus))
      if (isRunning) query = query.where(({ eb, or }) => or(kindsCalled(status).map((kind) => eb('kind', '=', kind))))
    }
    if (type !== undefined) query = query.where('type', '=', type)
    if (retentionDays > 0)
      query = query.where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', cutoff())]))
    if (cursor !== undefined) {
      const last = isId('job', cursor) ? await store.get(books.findJob, cursor) : undefined
      if (!last || (accountId !== undefined && last.account !== accountId)) throw badCursor()
      query = query.where('n', '<', last.n)
    }
    const rows = await query.execute()
    const page = rows.slice(0, limit)
    return { jobs: page.map(toRecord), nextCursor: rows.length > limit ? page.at(-1)!.id : null }
  }

  const count = async (accountId: string | undefined) => {
    const jobs = store.db<JobTables>().selectFrom('jobs')
    const mine = accountId === undefined ? jobs : jobs.where('account', '=', accountId)
    const counted = await mine
      .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
      .groupBy('status')
      .execute()
    const byStatus = { queued: 0, running: 0, completed: 0, failed: 0, cancelled: 0 }
    for (const { status, count } of counted) byStatus[status] = Number(count)
    const ended = await mine
      .select(['started_at', 'ended_at'])
      .where('started_at', 'is not', null)
      .where('ended_at', 'is not', null)
      .orderBy('n', 'desc')
      .limit(AVERAGE_OVER)
      .execute()
    const waiting = await mine
      .select('created_at')
      .where('status', '=', 'queued')
      .where('ended_at', 'is', null)
      .where('due', '=', 1)
      .orderBy('n')
      .limit(1)
      .executeTakeFirst()
    const longestWait = waiting ? Math.max(0, clock.now() - waiting.created_at) : 0
    const sum = ended.reduce((all, { started_at, ended_at }) => all + (ended_at! - started_at!), 0)
    return { byStatus, averageTime: ended.length === 0 ? 0 : Math.round(sum / ended.length), longestWait }
  }

  const endOf = (row: JobRow): EndEvent => {
    const { id: jobId, events: id, status, succeeded: completed, failed } = row
    return { type: 'end', jobId, id, status, completed, failed, total: totalOf(row) }
  }

  /** Stored events behind one, some at a time, with the last one where the job has ended. */
  const eventsAfter = async (jobId: string, after: number): Promise<JobEvent[]> => {
    const row = await store.get(books.findJob, jobId)
    if (!row) return []
    const rows = await store.all(books.eventsAfter, row.n, after, EVENTS_AT_ONCE)
    const events: JobEvent[] = rows.map((item) => ({
      type: 'item',
      jobId,
      id: item.event,
      url: item.url ?? item.key,
      status: item.state === State.succeeded ? 'success' : 'failed',
      millicredits: item.used,
      completed: item.event_completed,
      failed: item.event_failed,
      total: item.event_total,
    }))
    const last = events.at(-1)?.id ?? after
    if (row.ended_at !== null && last === row.events - 1) events.push(endOf(row))
    return events
  }

  async function* events(
    accountId: string,
    jobId: string,
    after: number,
    signal?: AbortSignal,
  ): AsyncGenerator<JobEvent> {
    await find(accountId, jobId)
    let wake = () => {}
    const stop = feed.listen(jobId, { event: () => wake() })
    try {
      for (let last = after; ; ) {
        // Made before the look, so that what happens during it is not missed.
        const news = Promise.withResolvers<void>()
        wake = news.resolve
        signal?.throwIfAborted()
        const page = feed.recent(jobId, last) ?? (await eventsAfter(jobId, last))
        for (const event of page) {
          yield event
          last = event.id
          if (event.type === 'end') return
        }
        if (page.length > 0) continue
        const { events, ended_at } = await find(accountId, jobId)
        if (events < last || (events === last && ended_at !== null)) return
        await quiet(news.promise, signal)
      }
    } finally {
      stop()
    }
  }

  /** Waits for news, for the signal, and at most so long that another machine's doings are seen soon. */
  async function quiet(news: Promise<void>, signal: AbortSignal | undefined, most = LOOK_AGAIN) {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const end = () => resolve()
    const timer = setTimeout(end, Math.min(most, LOOK_AGAIN))
    signal?.addEventListener('abort', end)
    await Promise.race([news, over])
    signal?.removeEventListener('abort', end)
    clearTimeout(timer)
  }

  return {
    find,
    get,
    toRecord,
    list,
    count,
    events,
    eventsAfter,
    open: async (accountId: string) => (await store.all(openJobs, accountId)).map(({ n }) => n),
    async results(accountId: string, jobId: string, { after = 0, limit }: { after?: number; limit: number }) {
      const { n } = await find(accountId, jobId)
      return readResults(store, books, n, { after, most: limit })
    },
    async fits(accountId: string, jobId: string, bytes: number) {
      const { n } = await find(accountId, jobId)
      let size = 0
      for await (const result of readStored(store, n, 0)) {
        size += result.size
        if (size > bytes) return false
      }
      return true
    },
    async *stored(accountId: string, jobId: string, after = 0) {
      const { n } = await find(accountId, jobId)
      yield* readStored(store, n, after)
    },
    async ended(accountId: string, jobId: string, milliseconds: number, signal?: AbortSignal) {
      const until = performance.now() + milliseconds
      const { promise: news, resolve } = Promise.withResolvers<void>()
      const stop = feed.listen(jobId, { event: ({ type }) => type === 'end' && resolve() })
      try {
        for (;;) {
          const record = await get(accountId, jobId)
          const left = until - performance.now()
          if (record.endedAt !== null || left <= 0 || signal?.aborted) return record
          await quiet(news, signal, left)
        }
      } finally {
        stop()
      }
    },
  }
}
