import { ApiError, type JobRecord } from 'weirjs'

/** Throws 409 `job_not_completed` for a job that has not ended. Source: decisions 4.2. */
export function checkEnded({ id, endedAt, shownStatus }: JobRecord) {
  if (endedAt !== null) return
  const message = `The job ${id} is ${shownStatus}; its results so far are at /v1/jobs/${id}/results`
  throw new ApiError('job_not_completed', message, { status: shownStatus })
}
