import { type SqlBool, sql } from 'kysely'
import type { JobStatus } from '../../contracts/jobs/job-record.ts'
import type { JobFilter } from '../../contracts/jobs/jobs.ts'
import { isId } from '../../id.ts'
import type { Store } from '../../store/index.ts'
import { badCursor, pageOf } from '../../store/paging.ts'
import { type JobRegistry, runningStatus } from '../registry.ts'
import { findJob } from '../store/statements/jobs.ts'
import type { JobRow, JobTables } from '../store/tables.ts'

/** The statuses that no definition renames. */
const STATUSES = ['queued', 'completed', 'failed', 'cancelled']

/** Leaves out jobs whose items are still being stored. */
const isAccepted = sql<SqlBool>`(activated = 1 or run_at is not null or ended_at is not null)`
/** Jobs that begin later. */
const isLater = sql<SqlBool>`(activated = 0 and run_at is not null and ended_at is null)`

/** The kinds whose running jobs have this status. */
const kindsCalled = (registry: JobRegistry, status: string) =>
  [...registry.keys()].filter((kind) => runningStatus(registry, kind) === status)

export interface ListPorts {
  store: Store
  registry: JobRegistry
  /** Epoch milliseconds; jobs that ended before have expired. */
  endedAfter: number
}

/** The jobs of an account, or of all, newest first. */
export async function listJobs(
  { store, registry, endedAfter }: ListPorts,
  accountId: string | undefined,
  { status, running, type, scheduled, limit, cursor }: JobFilter,
): Promise<{ page: JobRow[]; nextCursor: string | null }> {
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
    if (isRunning)
      query = query.where(({ eb, or }) => or(kindsCalled(registry, status).map((kind) => eb('kind', '=', kind))))
  }
  if (running) query = query.where('status', '=', 'running')
  if (type !== undefined) query = query.where('type', '=', type)
  query = query.where(isAccepted)
  if (scheduled !== undefined) query = query.where(scheduled ? isLater : sql<SqlBool>`not ${isLater}`)
  if (endedAfter > 0) query = query.where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', endedAfter)]))
  if (cursor !== undefined) {
    const last = isId('job', cursor) ? await store.get(findJob, cursor) : undefined
    if (!last || (accountId !== undefined && last.account !== accountId)) throw badCursor()
    query = query.where('n', '<', last.n)
  }
  return pageOf(await query.execute(), limit)
}
