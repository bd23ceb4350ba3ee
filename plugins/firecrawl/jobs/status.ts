import { isoTime, type JobRecord, LongText, toCredits } from 'weirjs'
import { messageOf } from '../errors.ts'
import type { Api } from '../page/shape.ts'
import { Warnings } from '../page/warnings.ts'
import type { UnreadDocument } from './read-results.ts'
import type { StartedJob } from './started-jobs.ts'

/** Milliseconds for which results can be read, at least. */
const KEPT = 86_400_000

const ended = ['completed', 'failed', 'cancelled'] as const
type Ended = (typeof ended)[number]
const isEnded = (status: string): status is Ended => (ended as readonly string[]).includes(status)

/** The status of a job. `underWay` is the name for a running one: `scraping` or `processing`. */
export const statusOf = <U extends string>({ status }: JobRecord, underWay: U): Ended | U =>
  isEnded(status) ? status : underWay

export const expiryOf = ({ createdAt, endedAt }: JobRecord) => isoTime((endedAt ?? createdAt) + KEPT)
/** Clients accept only whole credits. */
export const creditsOf = ({ used }: JobRecord) => Math.ceil(toCredits(used))

/** The state of a crawl or a batch, as clients poll it. */
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
    // Version 1 reads any value, even null, as an address.
    ...((version === 2 || next !== null) && { next }),
    ...(record.error && { error: messageOf(record.error) }),
    ...Warnings.field(warnings),
    data: documents,
  }
}

/**
 * Writes the JSON of a state piece by piece, so that few of its documents are in memory while a slow client reads.
 */
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
  // Every document has metadata, so each further field can begin with a comma.
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
