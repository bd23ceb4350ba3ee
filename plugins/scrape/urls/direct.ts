import { type JobRecord, type Kit, preferredWait, toCredits } from 'weirjs'
import { readResults } from './read-results.ts'

/** Maximum bytes of all results, which the answer contains twice. More must be read from the job, page by page. */
const MAX_RESULTS = 16 * 1024 * 1024

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10)

/** A result of a job of many pages. */
type Entry = { status: 'success' } | { status: 'failed' }

interface Waiting<Stored, Shown> {
  job: JobRecord
  /** Gives a stored result the form of the answer. */
  show: (stored: Stored) => Shown
  request: Request
  /** The answer's headers, to which `Preference-Applied` is added. */
  set: { headers: Record<string, string | number> }
  /** Pages at once, as shown in the answer. */
  concurrency: number
  /** The warnings of the answer, to which more are added. */
  warnings: string[]
}

/**
 * The answer of a job of many pages that ends while its caller waits. Undefined if the caller does not wait, the job
 * takes longer, or its results are too large for one answer. Source: spec section 2.5, decisions 4.3.
 */
export async function answerDirectly<Stored, Shown extends Entry>(
  kit: Kit,
  { job: started, show, request, set, concurrency, warnings }: Waiting<Stored, Shown>,
) {
  const wait = preferredWait(request)
  if (wait === undefined) return undefined
  const job = await kit.jobs.waitForEnd(started.account, started.id, wait * 1000, request.signal)
  if (job.endedAt === null) return undefined
  // Asked before they are read: a few may be as large as an answer each.
  if (!(await kit.jobs.fits(job.account, job.id, MAX_RESULTS))) {
    warnings.push('The results are larger than one response allows: read them from the job, page by page')
    return undefined
  }
  const results = (await readResults<Stored>(kit, job)).map(show)
  const answer = answerOf(job, results, concurrency)
  set.headers['preference-applied'] = `wait=${wait}`
  return answer
}

function answerOf<E extends Entry>(job: JobRecord, results: readonly E[], concurrency: number) {
  const successful = results.filter((entry): entry is Extract<E, { status: 'success' }> => entry.status === 'success')
  const failed = results.filter((entry): entry is Extract<E, { status: 'failed' }> => entry.status === 'failed')
  const total = results.length
  const processingTime = (job.endedAt ?? 0) - (job.startedAt ?? job.createdAt)
  const creditsUsed = toCredits(job.used)
  const summary = {
    total,
    successful: successful.length,
    failed: failed.length,
    successRate: percent(successful.length, total),
    processingTime,
    averageTimePerUrl: Math.round(processingTime / Math.max(1, total)),
    creditsUsed,
    creditsPerUrl: Math.round((creditsUsed / Math.max(1, total)) * 1000) / 1000,
    concurrency,
  }
  return {
    success: true as const,
    processingMode: 'direct' as const,
    jobId: job.id,
    data: { results: [...results], successful, failed, summary },
    ...(failed.length > 0 && { warning: `${failed.length} of ${total} URLs failed` }),
  }
}
