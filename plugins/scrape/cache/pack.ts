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
  const { content, ...formats } = data
  const { url, extractedAt, processingTime, trace, ...page } = metadata
  // The text of `content` stands under the name of its format too, and is kept once.
  const twin = Object.entries(formats).find(([, value]) => value === content)?.[0]
  const others = twin === undefined ? formats : { ...formats, [twin]: undefined }
  // JSON has no line breaks of its own.
  const text = [content, twin ?? null, others, page].map((part) => JSON.stringify(part)).join('\n')
  if (text.length > longest) return undefined
  const bytes = Buffer.from(text)
  return {
    body: await compress(bytes, compression),
    hash: createHash('sha256').update(bytes).digest('hex'),
    visit: JSON.stringify({ url, extractedAt, processingTime, trace }),
  }
}

/** Adds the fields of an object to those of another, both as JSON, of which the first is not empty. */
export const addFields = (one: string, other: string) =>
  other === '{}' ? one : `${one.slice(0, -1)},${other.slice(1)}`
/** What tells that an answer is from the cache. */
const mark = (createdAt: number) => ({ cached: true, cachedAt: new Date(createdAt).toISOString() })

/** The text of an answer that was packed at `createdAt`, in epoch milliseconds. */
export function unpack({ body, visit }: Omit<Packed, 'hash'>, createdAt: number): AnswerText {
  const parts = zstdDecompressSync(body).toString().split('\n')
  const [content, twin, others, page] = parts as [string, string, string, string]
  const first = twin === 'null' ? `{"content":${content}}` : `{"content":${content},${twin}:${content}}`
  const metadata = addFields(visit, page)
  return { data: addFields(first, others), metadata: addFields(metadata, JSON.stringify(mark(createdAt))) }
}

/** The same of one that was not packed yet. */
export const toText = ({ data, metadata }: Answer, createdAt: number): AnswerText => ({
  data: JSON.stringify(data),
  metadata: JSON.stringify({ ...metadata, ...mark(createdAt) }),
})
