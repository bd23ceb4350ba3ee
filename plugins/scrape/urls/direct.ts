import { type JobRecord, type Kit, preferredWait, toCredits } from 'weirjs'
import { fileFields } from '../file-fields.ts'
import { MAX_URLS } from './url-list.ts'

/** Bytes of all results, which stand in the answer twice: more is read from the job, page by page. */
const MAX_RESULTS = 16 * 1024 * 1024
/** Results that are read at a time. */
const AT_ONCE = 10

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10)

/** A result of a job of many pages. */
type Entry = { status: 'success' } | { status: 'failed' }

interface Waiting {
  job: JobRecord
  request: Request
  /** Pages at once, as the answer repeats it. */
  concurrency: number
  /** What the answer warns of; added to. */
  warnings: string[]
}

/**
 * The answer of a job of many pages that ends while its caller waits. Undefined where the caller does not, where the
 * job takes longer, and where its results are more than one answer may hold. Source: spec section 2.5, decisions 4.3.
 */
export async function answerDirectly<E extends Entry>(
  kit: Kit,
  { job: started, request, concurrency, warnings }: Waiting,
) {
  const wait = preferredWait(request)
  if (wait === undefined) return undefined
  const job = await kit.jobs.waitForEnd(started.account, started.id, wait * 1000, request.signal)
  if (job.endedAt === null) return undefined
  const results = await readResults<E>(kit, job)
  if (results) return { wait, answer: answerOf(job, results, concurrency) }
  warnings.push('The results are larger than one answer may be: read them from the job, page by page')
  return undefined
}

async function readResults<E>({ jobs, files }: Kit, { account, id }: JobRecord): Promise<E[] | undefined> {
  // Asked before they are read: a few may be as large as an answer each.
  if (!(await jobs.fits(account, id, MAX_RESULTS))) return undefined
  const results: E[] = []
  for (let after = 0; results.length < MAX_URLS; ) {
    const entries = await jobs.results(account, id, { after, limit: AT_ONCE })
    for (const { json, files: made, position } of entries) {
      results.push({ ...(JSON.parse(json) as E), ...fileFields(made, files) })
      after = position
    }
    if (entries.length < AT_ONCE) break
  }
  return results
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
