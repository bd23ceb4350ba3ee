import { isoTime, type JobRecord, LongText, toCredits } from 'weirjs'
import type { Api } from '../page/shape.ts'
import { Warnings } from '../page/warnings.ts'
import type { UnreadDocument } from './read-results.ts'
import type { StartedJob } from './started-jobs.ts'

/** Milliseconds for which results can be read at least. */
const KEPT = 86_400_000

const ended = ['completed', 'failed', 'cancelled'] as const
type Ended = (typeof ended)[number]
const isEnded = (status: string): status is Ended => (ended as readonly string[]).includes(status)

/** What a job that is under way is called: pages are scraped, extractions processed. */
export const statusOf = <U extends string>({ status }: JobRecord, underWay: U): Ended | U =>
  isEnded(status) ? status : underWay

export const expiryOf = ({ createdAt, endedAt }: JobRecord) => isoTime((endedAt ?? createdAt) + KEPT)
/** Clients take whole credits alone. */
export const creditsOf = ({ used }: JobRecord) => Math.ceil(toCredits(used))

/** A crawl or a batch as clients poll it. */
export function showStatus(
  { record, warnings }: StartedJob,
  { documents, next }: { documents: UnreadDocument[]; next: string | null },
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

/** The JSON of such a state, piece by piece: no more of its documents waits in memory for a slow reader. */
export async function* writeStatus({ data, ...state }: ReturnType<typeof showStatus>): AsyncGenerator<string> {
  yield `${JSON.stringify(state).slice(0, -1)},"data":[`
  for (const [i, document] of data.entries()) {
    if (i > 0) yield ','
    yield* writeDocument(document)
  }
  yield ']}'
}

async function* writeDocument(document: UnreadDocument): AsyncGenerator<string> {
  const { metadata, ...fields } = document
  // There is always one, so that what follows is parted from it.
  yield `{"metadata":${JSON.stringify(metadata)}`
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    yield `,${JSON.stringify(name)}:`
    if (!(value instanceof LongText)) yield JSON.stringify(value)
    else {
      yield '"'
      yield* value.pieces()
      yield '"'
    }
  }
  yield '}'
}
