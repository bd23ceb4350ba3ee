import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib'
import type { ScrapedPage } from '../service.ts'

type Answer = Pick<ScrapedPage, 'data' | 'metadata'>

/** An answer as it is stored. */
export interface Packed {
  /** The content and what is read from it, compressed. */
  body: Uint8Array
  /** SHA-256 of what the body holds, in hex. */
  hash: string
  /** What differs from one visit to the next of a page that stays the same, as JSON. */
  visit: string
}

/** An answer as JSON: two objects, neither of them empty. Whoever only passes it on need not parse it. */
export interface AnswerText {
  data: string
  metadata: string
}

/** The fastest: answers are packed beside a crawl of hundreds of pages a second. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const compress = promisify(zstdCompress)

/** Packs an answer. Undefined above `longest` characters. */
export async function pack({ data, metadata }: Answer, longest: number): Promise<Packed | undefined> {
  const { url, extractedAt, processingTime, trace, ...page } = metadata
  // JSON has no line break of its own.
  const text = `${JSON.stringify(data)}\n${JSON.stringify(page)}`
  if (text.length > longest) return undefined
  const body = await compress(text, compression)
  const hash = createHash('sha256').update(text).digest('hex')
  return { body, hash, visit: JSON.stringify({ url, extractedAt, processingTime, trace }) }
}

/** Adds the fields of an object to those of another, both as JSON and neither of them empty. */
export const addFields = (one: string, other: string) => `${one.slice(0, -1)},${other.slice(1)}`
/** What tells that an answer is from the cache. */
const mark = (createdAt: number) => ({ cached: true, cachedAt: new Date(createdAt).toISOString() })

/** The text of an answer that was packed at `createdAt`, in epoch milliseconds. */
export function unpack({ body, visit }: Omit<Packed, 'hash'>, createdAt: number): AnswerText {
  const text = zstdDecompressSync(body).toString()
  const end = text.indexOf('\n')
  const page = addFields(visit, text.slice(end + 1))
  return { data: text.slice(0, end), metadata: addFields(page, JSON.stringify(mark(createdAt))) }
}

/** The same of one that was not packed yet. */
export const toText = ({ data, metadata }: Answer, createdAt: number): AnswerText => ({
  data: JSON.stringify(data),
  metadata: JSON.stringify({ ...metadata, ...mark(createdAt) }),
})
