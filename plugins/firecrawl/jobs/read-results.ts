import {
  createPause,
  fileFields,
  isoTime,
  type JobRecord,
  type Kit,
  LongText,
  type Pause,
  type StoredResult,
} from 'weirjs'
import { contentFormats } from 'weirjs/schemas/formats'
import { rowOf, wholeOf } from '../../results/toolkit.ts'
import { codeOf, messageOf } from '../errors.ts'
import { shortDocument, toDocument, type WeirPage } from '../page/document.ts'
import type { Shape } from '../page/shape.ts'
import type { Document } from '../schema/replies.ts'
import { toWireId } from './ids.ts'

/** The most bytes of pages in one response. */
const MAX_BYTES = 10 * 1024 * 1024

/** The field of a result with extracted data, which is called `json` in the response. */
const EXTRACTED = 'extracted'
/** The fields of a result that hold the page's content; all others are small. */
const said: ReadonlySet<string> = new Set(['content', EXTRACTED, ...contentFormats])

/** A page that could not be scraped. */
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

/** A document with a `LongText` in place of each long text. */
export type UnreadDocument = Record<string, unknown>

/** One result. It may have many megabytes, so only the requested parts are read. */
export interface Entry {
  position: number
  /** The bytes of its JSON. */
  bytes: number
  /** Undefined for a page that could not be scraped. */
  document(): Promise<Document | undefined>
  /** The same, without reading long texts yet. */
  unread(): Promise<UnreadDocument | undefined>
  /** What is sent if the document is too long. */
  short(): Promise<Document | undefined>
  /**
   * The failure of the page, if it failed, and the links on it that the crawl found but was not allowed to follow.
   */
  troubles(): Promise<{ failure: PageFailure | undefined; forbidden: readonly string[] }>
}

interface Reading {
  shape: Shape
  origin: string
  /** The position after which to begin. */
  after: number
}

/** Reads the results of a job after a position, one at a time. */
export async function* readEntries(
  { jobs, files }: Pick<Kit, 'jobs' | 'files'>,
  job: JobRecord,
  { shape, origin, after }: Reading,
): AsyncGenerator<Entry> {
  const pause = createPause()
  const unshown = said.difference(new Set<string>(shape.fields.map((field) => (field === 'json' ? EXTRACTED : field))))
  const idOf = ({ position }: StoredResult) => `${toWireId(job.id)}-${position}`
  const documentOf = async (stored: StoredResult, left: ReadonlySet<string>) => {
    const result = (await readFields(stored, left, pause)) as Result
    if (failureOf(result)) return undefined
    const page = { ...result, ...fileFields(stored.files, files) }
    return toDocument(page, { url: result.url, scrapeId: idOf(stored), shape, origin })
  }
  for await (const stored of jobs.stored(job.account, job.id, after)) {
    await pause()
    const { position, size: bytes } = stored
    yield {
      position,
      bytes,
      async document() {
        const document = await documentOf(stored, unshown)
        return document && ((await withTexts(document)) as Document)
      },
      unread: () => documentOf(stored, unshown),
      async short() {
        const document = await documentOf(stored, said)
        return document && shortDocument(document)
      },
      async troubles() {
        const result = (await readFields(stored, said, pause)) as Result
        const { url, forbiddenLinks: forbidden = [] } = result
        const failure = failureOf(result)
        const timestamp = isoTime(job.endedAt ?? job.startedAt ?? job.createdAt)
        return { failure: failure && { id: idOf(stored), timestamp, url, ...failure }, forbidden }
      },
    }
  }
}

/** The fields of a result without those in `left`, with a `LongText` for each long text of its page. */
async function readFields(
  { size, json, fields }: StoredResult,
  left: ReadonlySet<string>,
  pause: Pause,
): Promise<Record<string, unknown>> {
  const found = await fields()
  if (!found) return wholeOf(rowOf({ size, json, pause }, { jobId: undefined, left }))
  const read: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(found))
    if (!left.has(name)) read[name] = value instanceof LongText && !said.has(name) ? await textOf(value) : value
  return read
}

async function withTexts(document: UnreadDocument): Promise<Record<string, unknown>> {
  const read = Object.entries(document).map(async ([name, value]) => [
    name,
    value instanceof LongText ? await textOf(value) : value,
  ])
  return Object.fromEntries(await Promise.all(read))
}

/** Reads a long text piece by piece, so that its JSON is never in memory as a whole. */
async function textOf({ pieces }: LongText): Promise<string> {
  let text = ''
  for await (const piece of pieces()) text += JSON.parse(`"${piece}"`)
  return text
}

/** Why a page counts as failed: scraping it failed, or its server answered with an error. */
function failureOf({ status, error, metadata }: Result): { code: string; error: string } | undefined {
  if (status === 'failed')
    return error ? { code: codeOf(error.code), error: messageOf(error) } : { code: 'SCRAPE_FAILED', error: '' }
  const { statusCode } = metadata
  if (statusCode < 500) return undefined
  return { code: 'SCRAPE_SITE_ERROR', error: `The page answered with status ${statusCode}` }
}

/** The documents for one response, and the position of the next; null if there are no more yet. */
export async function readDocuments(
  kit: Pick<Kit, 'jobs' | 'files'>,
  job: JobRecord,
  { limit = Number.POSITIVE_INFINITY, ...reading }: Reading & { limit?: number },
): Promise<{ documents: UnreadDocument[]; next: number | null }> {
  const documents: UnreadDocument[] = []
  let bytes = 0
  let last = reading.after
  for await (const entry of readEntries(kit, job, reading)) {
    if (documents.length > 0 && (documents.length >= limit || bytes + entry.bytes > MAX_BYTES))
      return { documents, next: last }
    last = entry.position
    const document = await entry.unread()
    if (!document) continue
    documents.push(document)
    bytes += entry.bytes
  }
  return { documents, next: null }
}
