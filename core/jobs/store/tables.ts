import type { JobStatus } from '../../contracts/jobs/job-record.ts'

/** Where an item stands. */
export const State = { queued: 0, running: 1, waiting: 2, succeeded: 3, failed: 4, cancelled: 5, deferred: 6 } as const
export type State = (typeof State)[keyof typeof State]

/** The number of the item that does a job's `finish`; the others count from 1. */
export const FINISH = 0

/** A job: everything but what it was started with. */
export interface JobRow {
  /** Its number in this store, under which its items stand. */
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
  /** Outcomes that may count. */
  item_limit: number | null
  /** Whether items stand in partitions, by host. */
  partitioned: number
  /** Whether there may be an item to claim. It may say so in vain, and is never silent wrongly. */
  ready: number
  /** When to look again, where it is not ready. */
  wake_at: number | null
  /** When the next item may begin, because of `spacing`. */
  next_at: number
  /** Whether it has begun to count: its credits are held. Not yet while `run_at` is to come. */
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
  /** Sealed fields of the value. */
  secrets: string | null
  url: string | null
  /** Empty for one without a host. */
  host: string
  state: State
  /** Claims. */
  attempt: number
  /** Failures after which it was attempted again. */
  failures: number
  /** Claims that ended with a kill of their process. */
  kills: number
  /** Crashes of the process while it was under way. */
  crashes: number
  /** The id of the worker that has it. */
  worker: string | null
  /** When its worker counts as dead; below zero once that is stopping, whose end is then no fault of the item. */
  lease: number | null
  not_before: number | null
  /** The event of its end, and how the job stood then. */
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
  /** When it was last served: the one that waits longest is next. */
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
