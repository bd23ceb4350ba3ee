import type { Caller, JobRecord, Static } from 'weirjs'
import { isoTime, remedied, toCredits } from 'weirjs'
import type { JobData } from 'weirjs/schemas'
import type { StatusData } from './schema.ts'

/** The percentage of a job that is done, rounded to a tenth. */
export function percent({ completed, failed, total, endedAt, status }: JobRecord): number {
  if (endedAt !== null && status === 'completed') return 100
  return total === 0 ? 0 : Math.round(((completed + failed) / total) * 1000) / 10
}

/** A job with a later start shows `scheduled`, although its status is `queued` until then. */
const stepOf = ({ endedAt, scheduled, step, shownStatus, status }: JobRecord) =>
  endedAt !== null ? status : scheduled ? 'scheduled' : (step ?? shownStatus)

/** The status record. Source: spec section 2.6. */
export const showStatus = (job: JobRecord): StatusData => ({
  id: job.id,
  status: job.shownStatus,
  progress: percent(job),
  currentStep: stepOf(job),
  currentUrl: job.url,
  pagesCompleted: job.completed,
  pagesTotal: job.total,
  creditsUsed: toCredits(job.used),
  estimatedTimeRemaining: job.timeLeft,
})

/** The full record, as the caller may see it. Source: decisions 4.2. */
export const showJob = (job: JobRecord, caller?: Caller): Static<typeof JobData> => ({
  ...showStatus(job),
  type: job.type,
  priority: job.priority,
  total: job.total,
  completed: job.completed,
  failed: job.failed,
  creditsEstimated: toCredits(job.estimate),
  createdAt: isoTime(job.createdAt),
  startedAt: isoTime(job.startedAt),
  completedAt: isoTime(job.endedAt),
  error: job.error && { ...job.error, details: remedied(job.error.details, caller) },
})
