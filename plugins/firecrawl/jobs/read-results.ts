import type { JobRecord, Kit } from 'weirjs'
import { fileFields } from '../../scrape/service.ts'
import { toDocument, type WeirPage } from '../page/document.ts'
import type { Shape } from '../page/shape.ts'
import type { Document } from '../schema/replies.ts'
import { toWireId } from './ids.ts'

/** Bytes of pages in one answer, and results that are read at a time. */
const MOST_BYTES = 10 * 1024 * 1024
const AT_ONCE = 20

/** A page that could not be had. */
export interface PageFailure {
  id: string
  timestamp: string
  url: string
  code: string
  error: string
}

/** A result of a crawl or a batch. */
type Result = WeirPage & {
  url: string
  status: 'success' | 'failed'
  error?: { code: string; message: string }
  forbiddenLinks?: readonly string[]
}

/** One result, as a document or as a failure. */
export type Entry = { position: number; bytes: number; forbidden: readonly string[] } & (
  | { document: Document }
  | { failure: PageFailure }
)

/** The results of a job behind a position, one after the other. */
export async function* readEntries(
  { jobs, files }: Pick<Kit, 'jobs' | 'files'>,
  job: JobRecord,
  { shape, origin, after }: { shape: Shape; origin: string; after: number },
): AsyncGenerator<Entry> {
  const id = toWireId(job.id)
  for (let last = after; ; ) {
    const results = await jobs.results(job.account, job.id, { after: last, limit: AT_ONCE })
    for (const { json, files: made, position } of results) {
      last = position
      const bytes = json.length
      const result = JSON.parse(json) as Result
      const { url, forbiddenLinks: forbidden = [] } = result
      const failure = failureOf(result)
      if (failure) {
        const timestamp = new Date(job.endedAt ?? job.startedAt ?? job.createdAt).toISOString()
        yield { position, bytes, forbidden, failure: { id: `${id}-${position}`, timestamp, url, ...failure } }
      } else {
        const page = { ...result, ...fileFields(made, files) }
        yield {
          position,
          bytes,
          forbidden,
          document: toDocument(page, { url, scrapeId: `${id}-${position}`, shape, origin }),
        }
      }
    }
    if (results.length < AT_ONCE) return
  }
}

/** Why a page counts as one that could not be had: it failed, or its server did. */
function failureOf({ status, error, metadata }: Result): { code: string; error: string } | undefined {
  if (status === 'failed') return { code: error?.code.toUpperCase() ?? 'SCRAPE_FAILED', error: error?.message ?? '' }
  const { statusCode } = metadata
  if (statusCode < 500) return undefined
  return { code: 'SCRAPE_SITE_ERROR', error: `The page answered with status ${statusCode}` }
}

/** Documents of one answer, and where the next one goes on; null where there is nothing more by now. */
export async function readPage(
  kit: Pick<Kit, 'jobs' | 'files'>,
  job: JobRecord,
  { limit = Number.POSITIVE_INFINITY, ...way }: { shape: Shape; origin: string; after: number; limit?: number },
): Promise<{ documents: Document[]; next: number | null }> {
  const documents: Document[] = []
  let bytes = 0
  let last = way.after
  for await (const entry of readEntries(kit, job, way)) {
    if (documents.length > 0 && (documents.length >= limit || bytes + entry.bytes > MOST_BYTES))
      return { documents, next: last }
    last = entry.position
    if (!('document' in entry)) continue
    documents.push(entry.document)
    bytes += entry.bytes
  }
  return { documents, next: null }
}
