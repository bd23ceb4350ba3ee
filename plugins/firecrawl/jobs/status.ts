import { type JobRecord, toCredits } from 'weirjs'
import type { Api } from '../page/shape.ts'
import { Warnings } from '../page/warnings.ts'
import type { Document } from '../schema/replies.ts'
import type { StartedJob } from './started-jobs.ts'

/** Milliseconds for which results can be read at least. */
const KEPT = 86_400_000

const ended = ['completed', 'failed', 'cancelled'] as const
type Ended = (typeof ended)[number]
const isEnded = (status: string): status is Ended => (ended as readonly string[]).includes(status)

/** What a job that is under way is called: pages are scraped, extractions processed. */
export const statusOf = <U extends string>({ status }: JobRecord, underWay: U): Ended | U =>
  isEnded(status) ? status : underWay

export const expiryOf = ({ createdAt, endedAt }: JobRecord) => new Date((endedAt ?? createdAt) + KEPT).toISOString()
/** Clients take whole credits alone. */
export const creditsOf = ({ used }: JobRecord) => Math.ceil(toCredits(used))

/** A crawl or a batch as clients poll it. */
export function showStatus(
  { record, warnings }: StartedJob,
  { documents, next }: { documents: Document[]; next: string | null },
  { version }: Pick<Api, 'version'>,
) {
  return {
    success: true as const,
    status: statusOf(record, 'scraping'),
    total: record.total,
    completed: record.completed,
    creditsUsed: creditsOf(record),
    expiresAt: expiryOf(record),
    // The first version takes any value for an address.
    ...((version === 2 || next !== null) && { next }),
    ...(record.error && { error: record.error.message }),
    ...Warnings.field(warnings),
    data: documents,
  }
}
