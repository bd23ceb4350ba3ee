import type { StoredFile } from '../../files/files.ts'
import type { Account } from '../account.ts'
import type { HostPolicy } from '../host-policy.ts'
import type { AnyJob } from './job.ts'
import type { JobEvent, JobRecord, JobStatus } from './job-record.ts'
import type { StartOptions } from './job-start.ts'
import type { NewItem } from './new-item.ts'

/** Which jobs of an account to list. */
export interface JobFilter {
  /** As the API calls it. */
  status?: string
  /** Only those that run, whatever their kinds call that. */
  running?: true
  type?: string
  /** Only those that begin later, or only the others. Default: both. */
  scheduled?: boolean
  limit: number
  /** The `nextCursor` of the page before. */
  cursor?: string
}

/** An account's jobs, counted. */
export interface JobCounts {
  byStatus: Readonly<Record<JobStatus, number>>
  /** Those that begin later; they are not counted as queued. */
  scheduled: number
  /** Milliseconds from the beginning to the end of those that ended lately; 0 where there are none. */
  averageTime: number
  /** Milliseconds that the job has waited which waits longest; 0 where none does. */
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

/** One result of a job, which is read piece by piece: it may be as large as an answer. */
export interface StoredResult {
  /** Its position among the job's results: what a later page begins after. */
  position: number
  /** Bytes of its JSON. */
  size: number
  files: StoredFile[]
  /** Its JSON, whole characters at a time. */
  json(): AsyncIterable<string>
  /** The same with an empty text in place of each long one among its fields, which is not read then. */
  outline(): AsyncIterable<string>
  /**
   * Its fields, with a `LongText` in place of each long text among them. Undefined for a result that is no object, or
   * whose other fields are too many to be held at once.
   */
  fields(): Promise<Record<string, unknown> | undefined>
}

/** Jobs: starting, reading and ending them. Ids of other accounts are unknown ids: 404 `not_found`. */
export interface Jobs {
  /**
   * Makes a job: its hold, its row, its items and the key of a repeated request. Of many items some are stored at a
   * time, so that others are served in between; nobody sees the job, and it does not begin, before all are there.
   * Throws ApiError `insufficient_credits` (402), `rate_limited` (429, by `maxConcurrentJobs`), `conflict` (409, by
   * `exclusive`); then, and when the process is killed meanwhile, nothing is left of it.
   */
  start<J extends AnyJob>(
    job: J,
    account: Account,
    input: InputOf<J>,
    options: StartOptions<ItemOf<J>>,
  ): Promise<JobRecord>
  get(accountId: string, jobId: string): Promise<JobRecord>
  /** Newest first. Without an account: those of all. */
  list(accountId: string | undefined, filter: JobFilter): Promise<{ jobs: JobRecord[]; nextCursor: string | null }>
  /** What the API calls the jobs of the plugins that are loaded, as `type`. */
  types(): string[]
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
  waitForEnd(accountId: string, jobId: string, milliseconds: number, signal?: AbortSignal): Promise<JobRecord>
  /** Milliseconds that a job is thought to take, from what was measured. */
  estimateDuration<J extends AnyJob>(job: J, input: InputOf<J>, items: number): number
  /** Changes how a host is treated, by all jobs. */
  setHostPolicy(host: string, policy: HostPolicy): Promise<void>
}
type InputOf<J extends AnyJob> = Parameters<J['seed']>[0]
type ItemOf<J extends AnyJob> = ReturnType<J['seed']> extends Iterable<NewItem<infer T>> ? T : never
