import type { Priority } from '../../concurrency/priority.ts'
import type { Millicredits } from '../../credits/credits.ts'

/** The status of a job; all but the first two are final. A scheduled job is queued until it begins. */
export type JobStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'

/** Why a job or an item failed, as the API shows errors. */
export interface JobError {
  code: string
  message: string
  details: Record<string, unknown>
}

/** The current state of a job. */
export interface JobRecord {
  /** `job_…` */
  id: string
  /** The name of its definition. */
  kind: string
  type: string
  /** The account's id. */
  account: string
  status: JobStatus
  /** Whether it has yet to begin, at `runAt`. Until then its status is `queued`. */
  scheduled: boolean
  /** The status as the API calls it: see `statusWhileRunning`. */
  shownStatus: string
  /** The final status, while the job is being ended. */
  ending: 'cancelled' | 'failed' | 'completed' | null
  priority: Priority
  /** The number of its items, no more than its limit. */
  total: number
  /** Items that succeeded. */
  completed: number
  failed: number
  cancelled: number
  /** Items that are running. */
  running: number
  /** Results that can be read. */
  results: number
  /** Credits held when it was started, in millicredits. */
  estimate: Millicredits
  used: Millicredits
  /** The number of its last event. Events are numbered from 1 without a gap. */
  events: number
  step: string | null
  url: string | null
  error: JobError | null
  /** Epoch milliseconds. */
  createdAt: number
  runAt: number | null
  startedAt: number | null
  endedAt: number | null
  /** Estimated milliseconds until its end, from measurements; null without any. */
  timeLeft: number | null
}

/** Something that has happened in a job. `completed`, `failed` and `total` are the counts at that time. */
export interface ItemEvent {
  type: 'item'
  jobId: string
  /** Numbered from 1 without a gap. */
  id: number
  url: string
  status: 'success' | 'failed'
  /** The status of the job as the API calls it: see `statusWhileRunning`. */
  jobStatus: string
  millicredits: Millicredits
  completed: number
  failed: number
  total: number
}
export interface EndEvent {
  type: 'end'
  jobId: string
  id: number
  status: JobStatus
  completed: number
  failed: number
  total: number
}
export type JobEvent = ItemEvent | EndEvent
