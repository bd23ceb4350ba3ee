import type { Priority } from '../../concurrency/priority.ts'
import type { Millicredits } from '../../credits/credits.ts'

/** Where a job stands; all but the first two are its end. One that begins later is queued until then. */
export type JobStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'

/** Why a job or an item failed, as the API shows errors. */
export interface JobError {
  code: string
  message: string
  details: Record<string, unknown>
}

/** A job as it stands. */
export interface JobRecord {
  /** `job_…` */
  id: string
  /** The name of its definition. */
  kind: string
  type: string
  /** The account's id. */
  account: string
  status: JobStatus
  /** Whether it begins later, at `runAt`. The API calls it queued until then. */
  scheduled: boolean
  /** The status as the API calls it: see `statusWhileRunning`. */
  shownStatus: string
  /** Set while the job is being ended: what it will be. */
  ending: 'cancelled' | 'failed' | 'completed' | null
  priority: Priority
  /** Items that it has, of which no more than its limit are done. */
  total: number
  /** Items that succeeded. */
  completed: number
  failed: number
  cancelled: number
  /** Items under way. */
  running: number
  /** Results that can be read. */
  results: number
  /** Held when it was started. */
  estimate: Millicredits
  used: Millicredits
  /** Its last event; events count up from 1 without a gap. */
  events: number
  step: string | null
  url: string | null
  error: JobError | null
  /** Epoch milliseconds. */
  createdAt: number
  runAt: number | null
  startedAt: number | null
  endedAt: number | null
  /** Milliseconds that what is left will take, from what was measured; null where nothing was. */
  timeLeft: number | null
}

/** What happens in a job. `completed`, `failed` and `total` are as they stood then. */
export interface ItemEvent {
  type: 'item'
  jobId: string
  /** Counts up from 1, without a gap. */
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
