import { isoTime, type JobRecord, type Kit, notFound, type Static, toCredits } from 'weirjs'
import { enrichmentJob } from './job.ts'
import type { EnrichmentInput } from './row.ts'
import type { EnrichmentStatus } from './schema.ts'

/** An enrichment job with its input. Throws 404 `not_found` for any other job. */
export async function findJob({ jobs }: Kit, accountId: string, jobId: string) {
  const job = await jobs.get(accountId, jobId)
  if (job.kind !== enrichmentJob.name) throw notFound('job', jobId)
  return { job, input: (await jobs.input(accountId, jobId)) as EnrichmentInput }
}

/** The number of processed rows. Skipped rows no longer count in the job's total. */
export const processedOf = ({ completed, failed, total }: Counts, rows: number) => completed + failed + rows - total
type Counts = Pick<JobRecord, 'completed' | 'failed' | 'total'>

/** Rounded to a tenth. */
export const percent = (processed: number, rows: number) => Math.round((processed / rows) * 1000) / 10

/** The status record. Source: spec section 2.10. */
export function showStatus(job: JobRecord, input: EnrichmentInput, { jobs }: Kit): Static<typeof EnrichmentStatus> {
  const processed = processedOf(job, input.rows)
  const left = input.rows - processed
  const timeLeft = job.endedAt !== null ? 0 : (job.timeLeft ?? jobs.estimateDuration(enrichmentJob, input, left))
  return {
    id: job.id,
    status: job.shownStatus,
    totalRows: input.rows,
    rowsProcessed: processed,
    rowsSucceeded: job.completed,
    rowsFailed: job.failed,
    creditsUsed: toCredits(job.used),
    progress: percent(processed, input.rows),
    estimatedTimeRemaining: Math.round(timeLeft),
    createdAt: isoTime(job.createdAt),
    startedAt: isoTime(job.startedAt),
    completedAt: isoTime(job.endedAt),
  }
}
