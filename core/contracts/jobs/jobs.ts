import type { StoredFile } from '../../files/files.ts'
import type { Account } from '../account.ts'
import type { HostPolicy } from '../host-policy.ts'
import type { AnyJob } from './job.ts'
import type { JobEvent, JobRecord, JobStatus } from './job-record.ts'
import type { StartOptions } from './job-start.ts'
import type { NewItem } from './new-item.ts'

/** Which jobs of an account to list. */
export interface JobFilter {
  /** The status as the API shows it. */
  status?: string
  /** Only running jobs, whatever their kinds call that status. */
  running?: true
  type?: string
  /** True for scheduled jobs only, false for the others only. Default: both. */
  scheduled?: boolean
  limit: number
  /** The `nextCursor` of the previous page. */
  cursor?: string
}

/** Statistics of an account's jobs. */
export interface JobCounts {
  byStatus: Readonly<Record<JobStatus, number>>
  /** Jobs that begin later. They do not count as queued. */
  scheduled: number
  /** Average milliseconds from start to end of the jobs that ended last; 0 without any. */
  averageTime: number
  /** When a job was completed last, in epoch milliseconds; null if none was. */
  lastCompleted: number | null
  /** Milliseconds that the longest-waiting job has waited; 0 if none waits. */
  longestWait: number
}

/** One result of a job, as it is read. */
export interface ResultEntry {
  /** Its position among the job's results: what a later page begins after. */
  position: number
  /** The result, as JSON text. */
  json: string
  files: StoredFile[]
}

/** One result of a job that is read in pieces, as it may be very large. */
export interface StoredResult {
  /** Its position among the job's results: what a later page begins after. */
  position: number
  /** Bytes of its JSON. */
  size: number
  files: StoredFile[]
  /** Its JSON, whole characters at a time. */
  json(): AsyncIterable<string>
  /** The same with an empty string in place of each long text among its fields. The texts are not read. */
  outline(): AsyncIterable<string>
  /**
   * Its fields, with a `LongText` in place of each long text. Undefined for a result that is not an object, or whose
   * other fields are too large to be held in memory.
   */
  fields(): Promise<Record<string, unknown> | undefined>
}

/** Starts, reads and ends jobs. Ids of other accounts' jobs are unknown: 404 `not_found`. */
export interface Jobs {
  /**
   * Creates a job: its hold, its row, its items, and its idempotency key. Many items are stored in batches, so that
   * other writes are served in between. The job is invisible, and does not begin, until all items are stored. Throws
   * ApiError `insufficient_credits` (402), `rate_limited` (429, by `maxConcurrentJobs`) or `conflict` (409, by
   * `exclusive`). In these cases, and if the process is killed meanwhile, nothing is left of the job.
   */
  start<J extends AnyJob>(
    job: J,
    account: Account,
    input: InputOf<J>,
    options: StartOptions<ItemOf<J>>,
  ): Promise<JobRecord>
  get(accountId: string, jobId: string): Promise<JobRecord>
  /** Newest first. Without an account: the jobs of all accounts. */
  list(accountId: string | undefined, filter: JobFilter): Promise<{ jobs: JobRecord[]; nextCursor: string | null }>
  /** The `type`s of jobs of all loaded plugins. */
  types(): string[]
  count(accountId: string | undefined): Promise<JobCounts>
  /** Cancels a job: pending items at once, running ones as soon as possible. An ended job stays as it is. */
  cancel(accountId: string, jobId: string): Promise<JobRecord>
  /** The job's input; without its secrets once the job has ended. */
  input(accountId: string, jobId: string): Promise<unknown>
  /** Results in order, also while the job runs, after the position `after`. */
  results(accountId: string, jobId: string, page: { after?: number; limit: number }): Promise<ResultEntry[]>
  /** The same, to be read in pieces: a result may have many megabytes. */
  stored(accountId: string, jobId: string, after?: number): AsyncIterable<StoredResult>
  /** Whether the JSON of all results together has at most `bytes` bytes. */
  fits(accountId: string, jobId: string, bytes: number): Promise<boolean>
  /** Events after the one with this id, as they happen, until the job has ended. */
  events(accountId: string, jobId: string, after: number, signal?: AbortSignal): AsyncIterable<JobEvent>
  /** Waits until the job has ended, for at most `milliseconds`, and returns its state then. */
  waitForEnd(accountId: string, jobId: string, milliseconds: number, signal?: AbortSignal): Promise<JobRecord>
  /** Estimated milliseconds that a job takes, from measurements. */
  estimateDuration<J extends AnyJob>(job: J, input: InputOf<J>, items: number): number
  /** Changes the limits of a host, for all jobs. */
  setHostPolicy(host: string, policy: HostPolicy): Promise<void>
}
type InputOf<J extends AnyJob> = Parameters<J['seed']>[0]
type ItemOf<J extends AnyJob> = ReturnType<J['seed']> extends Iterable<NewItem<infer T>> ? T : never
