import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib'
import { isoTime, jsonOf, type Millicredits, toCredits } from 'weirjs'
import type { ScrapedPage } from '../service.ts'

type Answer = Pick<ScrapedPage, 'data' | 'metadata'>

/** An answer as it is stored. */
export interface Packed {
  /** The content and what is read from it, compressed. */
  body: Uint8Array
  /** SHA-256 of the body's content, in hex. */
  hash: string
  /** What differs between two visits of an unchanged page, as JSON. */
  visit: string
}

/** The answer to a scrape in UTF-8, ready to be sent: parsing, validating and serialising it would cost too much. */
export type Reply = Uint8Array<ArrayBuffer>

/** The fastest level, as a crawl may pack hundreds of answers a second. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const compress = promisify(zstdCompress)

/** The JSON of an object with some fields that are JSON already. */
const fieldsJson = (fields: object): string => {
  const written = Object.entries(fields).flatMap(([name, value]) => {
    const json = jsonOf(value)
    return json === undefined ? [] : `${JSON.stringify(name)}:${json}`
  })
  return `{${written.join(',')}}`
}

/** Packs an answer. Undefined if it has more than `longest` characters. */
export async function pack({ data, metadata }: Answer, longest: number): Promise<Packed | undefined> {
  const { content, ...formats } = data
  const { url, extractedAt, processingTime, trace, ...page } = metadata
  // The text of `content` stands under the name of its format too, and is kept once.
  const duplicateField = Object.entries(formats).find(([, value]) => value === content)?.[0]
  const others = duplicateField === undefined ? formats : { ...formats, [duplicateField]: undefined }
  // JSON has no line breaks of its own.
  const text = [
    JSON.stringify(content),
    JSON.stringify(duplicateField ?? null),
    fieldsJson(others),
    JSON.stringify(page),
  ].join('\n')
  if (text.length > longest) return undefined
  const bytes = Buffer.from(text)
  return {
    body: await compress(bytes, compression),
    hash: createHash('sha256').update(bytes).digest('hex'),
    visit: JSON.stringify({ url, extractedAt, processingTime, trace }),
  }
}

/** The fields that an answer from the cache has in addition; `createdAt` in epoch milliseconds. */
export interface CacheInfo {
  createdAt: number
  millicredits: Millicredits
}
const mark = ({ createdAt, millicredits }: CacheInfo) => ({
  cached: true,
  cachedAt: isoTime(createdAt),
  creditsUsed: toCredits(millicredits),
})

/** Merges two objects, both given as JSON, of which the first is not empty. */
const addFields = (one: string, other: string) => (other === '{}' ? one : `${one.slice(0, -1)},${other.slice(1)}`)

/** The reply from a packed answer. */
export function unpack({ body, visit }: Omit<Packed, 'hash'>, kept: CacheInfo): Reply {
  const parts = zstdDecompressSync(body).toString().split('\n')
  const [content, duplicateField, others, page] = parts as [string, string, string, string]
  const first =
    duplicateField === 'null' ? `{"content":${content}}` : `{"content":${content},${duplicateField}:${content}}`
  const metadata = addFields(addFields(visit, page), JSON.stringify(mark(kept)))
  const data = addFields(addFields(first, others), `{"files":[],"metadata":${metadata}}`)
  return Buffer.from(`{"success":true,"processingMode":"single","data":${data}}`)
}

/** The same from an answer that is not packed yet. */
export const toReply = ({ data, metadata }: Answer, kept: CacheInfo): Reply => {
  const shown = fieldsJson({ ...data, files: [], metadata: { ...metadata, ...mark(kept) } })
  return Buffer.from(`{"success":true,"processingMode":"single","data":${shown}}`)
}

/** The answer in a reply. */
export function fromReply(reply: Reply): Answer {
  const { files: _, metadata, ...data } = JSON.parse(new TextDecoder().decode(reply)).data
  const { creditsUsed: __, ...page } = metadata
  return { data, metadata: page }
}
