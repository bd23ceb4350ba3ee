import type { StartOptions } from '../jobs/lifecycle/start.ts'
import type { Pace } from '../jobs/scheduling/host-limits.ts'
import type { ResultEntry } from '../jobs/store/results.ts'
import type { StoredResult } from '../jobs/store/stored-result.ts'
import type { Account } from './account.ts'
import type { AnyJob, JobEvent, JobRecord, JobStatus } from './job.ts'

/** Which jobs of an account to list. */
export interface JobFilter {
  /** As the API calls it. */
  status?: string
  type?: string
  limit: number
  /** The `nextCursor` of the page before. */
  cursor?: string
}

/** An account's jobs, counted. */
export interface JobCounts {
  byStatus: Readonly<Record<JobStatus, number>>
  /** Milliseconds from the beginning to the end of those that ended lately; 0 where there are none. */
  averageTime: number
  /** Milliseconds that the job has waited which waits longest; 0 where none does. */
  longestWait: number
}

/** Jobs: starting, reading and ending them. Ids of other accounts are unknown ids: 404 `not_found`. */
export interface Jobs {
  /**
   * Makes a job: its hold, its row, its items and the key of a repeated request in one transaction. Throws ApiError
   * `insufficient_credits` (402), `rate_limited` (429, by the kind's `atOnce`), `conflict` (409, by `exclusive`).
   */
  start<J extends AnyJob>(job: J, account: Account, input: InputOf<J>, options: StartOptions): Promise<JobRecord>
  get(accountId: string, jobId: string): Promise<JobRecord>
  /** Newest first. Without an account: those of all. */
  list(accountId: string | undefined, filter: JobFilter): Promise<{ jobs: JobRecord[]; nextCursor: string | null }>
  count(accountId: string | undefined): Promise<JobCounts>
  /** Ends a job: what has not begun now, what is under way as soon as it can. One that has ended stays as it is. */
  cancel(accountId: string, jobId: string): Promise<JobRecord>
  /** What the job was started with, without its secrets once it has ended. */
  input(accountId: string, jobId: string): Promise<unknown>
  /** Results in order, also while the job runs, from behind the position `after`. */
  results(accountId: string, jobId: string, page: { after?: number; limit: number }): Promise<ResultEntry[]>
  /** The same to read piece by piece: results may be many megabytes each. */
  stored(accountId: string, jobId: string, after?: number): AsyncIterable<StoredResult>
  /** Whether all results together have at most so many bytes of JSON. */
  fits(accountId: string, jobId: string, bytes: number): Promise<boolean>
  /** Events after the one with this id, as they come, until the job has ended. */
  events(accountId: string, jobId: string, after: number, signal?: AbortSignal): AsyncIterable<JobEvent>
  /** Waits until the job has ended, at most so many milliseconds, and gives it as it is then. */
  ended(accountId: string, jobId: string, milliseconds: number, signal?: AbortSignal): Promise<JobRecord>
  /** Milliseconds that a job is thought to take, from what was measured. */
  expect<J extends AnyJob>(job: J, input: InputOf<J>, items: number): number
  /** Changes how a host is treated, by all jobs. */
  pace(host: string, pace: Pace): Promise<void>
}
type InputOf<J extends AnyJob> = Parameters<J['seed']>[0]
