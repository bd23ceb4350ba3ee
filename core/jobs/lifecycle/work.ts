import type { Work } from '../../contracts/jobs/job.ts'
import type { Sealer } from '../../secrets/sealer.ts'
import type { ProgressReports } from '../events/progress.ts'
import type { JobAccounts } from '../scheduling/accounts.ts'
import type { Inputs } from '../store/inputs.ts'
import { priorityOf } from '../store/job-row.ts'
import type { Once } from '../store/once.ts'
import { openValue } from '../store/secrets.ts'
import type { ClaimedRow } from '../store/statements/claims.ts'
import { FINISH, type JobRow } from '../store/tables.ts'

export interface WorkPorts {
  accounts: JobAccounts
  inputs: Inputs
  once: Once
  progress: ProgressReports
  sealer: Sealer
  yieldToEventLoop(): Promise<void>
}

/** The columns of a job that its items need. */
export type WorkedJob = Pick<JobRow, 'n' | 'id' | 'account' | 'priority'>

/** What a definition's functions receive for one attempt at an item. */
export async function createWork(
  { accounts, inputs, once, progress, sealer, yieldToEventLoop }: WorkPorts,
  job: WorkedJob,
  item: ClaimedRow,
  signal: AbortSignal,
): Promise<Work<unknown, unknown>> {
  const [{ account }, input] = await Promise.all([accounts.get(job.account), inputs.get(job)])
  return {
    jobId: job.id,
    priority: priorityOf(job),
    attempt: item.attempt,
    input,
    item: item.seq === FINISH ? null : openValue(item, sealer, job.id),
    account,
    signal,
    yieldToEventLoop,
    report: (step, url) => progress.set(job.n, { step, url: url ?? null }),
    once: (key, make) => once(job.n, key, make),
  }
}
