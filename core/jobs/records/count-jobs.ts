import type { Clock } from '../../clock.ts'
import type { JobStatus } from '../../contracts/jobs/job-record.ts'
import type { JobCounts } from '../../contracts/jobs/jobs.ts'
import type { Store } from '../../store/index.ts'
import { isDone, readJobCounts } from '../store/job-counts.ts'
import { longestWait } from '../store/open-jobs.ts'
import type { JobTables } from '../store/tables.ts'

/** Number of ended jobs in the average. */
const AVERAGE_OVER = 100

/** Statistics of the jobs of an account, or of all accounts. */
export async function countJobs(store: Store, clock: Clock, accountId: string | undefined): Promise<JobCounts> {
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
  const completed =
    byStatus.completed === 0
      ? undefined
      : await mine
          .select('ended_at')
          .where(isDone)
          .where('status', '=', 'completed')
          .orderBy('ended_at', 'desc')
          .limit(1)
          .executeTakeFirst()
  // The clock may have been set back within a job.
  const sum = ended.reduce((all, { started_at, ended_at }) => all + Math.max(0, ended_at! - started_at!), 0)
  return {
    byStatus,
    scheduled,
    averageTime: ended.length === 0 ? 0 : Math.round(sum / ended.length),
    lastCompleted: completed === undefined ? null : Number(completed.ended_at),
    longestWait: await longestWait(store, clock, accountId),
  }
}
