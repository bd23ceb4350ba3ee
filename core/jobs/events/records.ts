import { type SqlBool, sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { JobRecord, JobStatus } from '../../contracts/jobs/job-record.ts'
import type { JobCounts, JobFilter } from '../../contracts/jobs/jobs.ts'
import { notFound } from '../../errors.ts'
import { isId } from '../../id.ts'
import { type Store, statement } from '../../store/index.ts'
import { badCursor, pageOf } from '../../store/paging.ts'
import { type JobRegistry, runningStatus } from '../registry.ts'
import { type Durations, timeFor } from '../scheduling/durations.ts'
import { isDone, readJobCounts } from '../store/job-counts.ts'
import { isScheduled, priorityOf, totalOf } from '../store/job-row.ts'
import { longestWait } from '../store/open-jobs.ts'
import { findJob } from '../store/statements/jobs.ts'
import type { JobRow, JobTables } from '../store/tables.ts'
import type { ProgressReports } from './progress.ts'

const DAY = 86_400_000
/** Ended jobs whose time makes the average. */
const AVERAGE_OVER = 100
/** What no definition calls otherwise. */
const STATUSES = ['queued', 'completed', 'failed', 'cancelled']

/** Jobs whose items are still being stored are none yet. */
const isAccepted = sql<SqlBool>`(activated = 1 or run_at is not null or ended_at is not null)`
/** Jobs that begin later. */
const isLater = sql<SqlBool>`(activated = 0 and run_at is not null and ended_at is null)`

const openJobs = statement<[account: string], { n: number }>((db, [account]) =>
  db.selectFrom('jobs').select('n').where('account', '=', account).where('ended_at', 'is', null),
)

export interface RecordPorts {
  store: Store
  clock: Clock
  registry: JobRegistry
  durations: Durations
  progress: ProgressReports
  /** Days for which ended jobs are kept; 0 keeps them. */
  retentionDays: number
}

/** Jobs as they stand. Ids of other accounts are unknown ids. */
export type JobRecords = ReturnType<typeof createJobRecords>

export function createJobRecords({ store, clock, registry, durations, progress, retentionDays }: RecordPorts) {
  const cutoff = () => (retentionDays === 0 ? 0 : clock.now() - retentionDays * DAY)
  const isKept = ({ ended_at }: JobRow) => ended_at === null || ended_at > cutoff()

  const find = async (accountId: string, jobId: string): Promise<JobRow> => {
    const row = isId('job', jobId) ? await store.get(findJob, jobId) : undefined
    if (!row || row.account !== accountId || !isKept(row)) throw notFound('job', jobId)
    return row
  }

  const timeLeft = (row: JobRow): number | null => {
    if (row.ended_at !== null) return 0
    const done = row.succeeded + row.failed
    const left = totalOf(row) - done
    if (row.started_at !== null && done > 0) return Math.round(((clock.now() - row.started_at) / done) * left)
    const wait = isScheduled(row) ? Math.max(0, row.run_at! - clock.now()) : 0
    return wait + timeFor(left, { item: durations.of(row.kind), parallel: row.parallel, spacing: row.spacing })
  }

  const toRecord = (row: JobRow): JobRecord => {
    const said = row.ended_at === null ? progress.get(row.n) : undefined
    return {
      id: row.id,
      kind: row.kind,
      type: row.type,
      account: row.account,
      status: row.status,
      scheduled: isScheduled(row),
      shownStatus: row.status === 'running' ? runningStatus(registry, row.kind) : row.status,
      ending: row.ended_at === null ? row.ending : null,
      priority: priorityOf(row),
      total: totalOf(row),
      completed: row.succeeded,
      failed: row.failed,
      cancelled: row.cancelled,
      running: row.running,
      results: row.results,
      estimate: row.estimate,
      used: row.used,
      events: row.events,
      step: said?.step ?? row.step,
      url: said?.url ?? row.url,
      error: row.error === null ? null : JSON.parse(row.error),
      createdAt: row.created_at,
      runAt: row.run_at,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      timeLeft: timeLeft(row),
    }
  }

  const get = async (accountId: string, jobId: string) => toRecord(await find(accountId, jobId))

  /** The definitions whose running jobs are called so. */
  const kindsCalled = (status: string) =>
    [...registry.keys()].filter((kind) => runningStatus(registry, kind) === status)

  const list = async (
    accountId: string | undefined,
    { status, running, type, scheduled, limit, cursor }: JobFilter,
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
    if (running) query = query.where('status', '=', 'running')
    if (type !== undefined) query = query.where('type', '=', type)
    query = query.where(isAccepted)
    if (scheduled !== undefined) query = query.where(scheduled ? isLater : sql<SqlBool>`not ${isLater}`)
    if (retentionDays > 0)
      query = query.where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', cutoff())]))
    if (cursor !== undefined) {
      const last = isId('job', cursor) ? await store.get(findJob, cursor) : undefined
      if (!last || (accountId !== undefined && last.account !== accountId)) throw badCursor()
      query = query.where('n', '<', last.n)
    }
    const { page, nextCursor } = pageOf(await query.execute(), limit)
    return { jobs: page.map(toRecord), nextCursor }
  }

  const count = async (accountId: string | undefined): Promise<JobCounts> => {
    const byStatus = { queued: 0, running: 0, completed: 0, failed: 0, cancelled: 0 }
    let scheduled = 0
    for (const { status, jobs } of await readJobCounts(store, accountId)) {
      if (status === 'scheduled') scheduled = Number(jobs)
      else byStatus[status as JobStatus] = Number(jobs)
    }
    const jobs = store.db<JobTables>().selectFrom('jobs')
    const mine = accountId === undefined ? jobs : jobs.where('account', '=', accountId)
    const ended = await mine
      .select(['started_at', 'ended_at'])
      .where(isDone)
      .orderBy('ended_at', 'desc')
      .limit(AVERAGE_OVER)
      .execute()
    const sum = ended.reduce((all, { started_at, ended_at }) => all + (ended_at! - started_at!), 0)
    return {
      byStatus,
      scheduled,
      averageTime: ended.length === 0 ? 0 : Math.round(sum / ended.length),
      longestWait: await longestWait(store, clock, accountId),
    }
  }

  return {
    find,
    get,
    toRecord,
    list,
    count,
    open: async (accountId: string) => (await store.all(openJobs, accountId)).map(({ n }) => n),
  }
}
