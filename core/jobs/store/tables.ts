import type { JobStatus } from '../../contracts/jobs/job-record.ts'

/** The states of an item. */
export const State = { queued: 0, running: 1, waiting: 2, succeeded: 3, failed: 4, cancelled: 5, deferred: 6 } as const
export type State = (typeof State)[keyof typeof State]

/** The number of the item that runs a job's `finish`. The others are numbered from 1. */
export const FINISH = 0

/** A job, except its input. */
export interface JobRow {
  /** Its number in this store, to which its items refer. */
  n: number
  id: string
  account: string
  kind: string
  type: string
  status: JobStatus
  ending: 'cancelled' | 'failed' | 'completed' | null
  /** 0 for high, 1 for medium, 2 for low. */
  priority: number
  parallel: number
  spacing: number
  max_attempts: number
  /** Maximum number of outcomes that count. */
  item_limit: number | null
  /** Whether its items are partitioned by host. */
  partitioned: number
  /** Whether there may be an item to claim. It may be 1 in vain, but never wrongly 0. */
  ready: number
  /** When to check again, if it is not ready. */
  wake_at: number | null
  /** When the next item may start, because of `spacing`. */
  next_at: number
  /** Whether its credits are held and it may run. Not before `run_at`. */
  activated: number
  total: number
  running: number
  succeeded: number
  failed: number
  cancelled: number
  /** Items that turned out to be duplicates of others. */
  skipped: number
  results: number
  events: number
  estimate: number
  used: number
  step: string | null
  url: string | null
  error: string | null
  exclusive: string | null
  webhook: string | null
  created_at: number
  run_at: number | null
  started_at: number | null
  ended_at: number | null
}

export interface ItemRow {
  job: number
  seq: number
  key: string
  value: string
  /** Encrypted fields of the value. */
  secrets: string | null
  url: string | null
  /** Empty for an item without a host. */
  host: string
  state: State
  /** Number of claims. */
  attempt: number
  /** Failures that led to another attempt. */
  failures: number
  /** Claims that ended because their process was killed. */
  kills: number
  /** Crashes of the process while it ran. */
  crashes: number
  /** The id of the worker that has claimed it. */
  worker: string | null
  /**
   * When its worker counts as dead. Negative once the worker is stopping, so that its end is not blamed on the item.
   */
  lease: number | null
  not_before: number | null
  /** The event of its end, and the counts of the job at that time. */
  event: number | null
  used: number
  event_completed: number
  event_failed: number
  event_total: number
}

/** The items of a job at one host. */
export interface PartitionRow {
  job: number
  host: string
  /** Whether there may be an item to claim: open until a claim finds otherwise. */
  open: number
  /** When it was last served. The longest-waiting partition is next. */
  served_at: number
  wake_at: number | null
}

export interface JobTables {
  jobs: JobRow
  job_inputs: { job: number; input: string; secrets: string | null }
  job_items: ItemRow
  job_partitions: PartitionRow
  job_hosts: { host: string; parallel: number; running: number; gap: number; next_at: number }
  job_results: { job: number; position: number; body: Uint8Array; files: string | null }
  job_bodies: { hash: Uint8Array; uses: number; content: Uint8Array }
  job_once: { job: number; key: string; value: string }
}
