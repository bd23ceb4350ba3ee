import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib'
import type { ScrapedPage } from '../service.ts'

/** What of the metadata differs from one visit to the next of a page that stays the same. */
type OfVisit = 'url' | 'extractedAt' | 'processingTime' | 'trace'
type Answer = Pick<ScrapedPage, 'data' | 'metadata'>

export interface Packed {
  /** SHA-256 of what `bytes` hold, in hex. */
  hash: string
  bytes: Uint8Array
  /** JSON. */
  visit: string
}

/** The fastest: an answer is packed by whoever gets a page, at hundreds a second in a crawl. */
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const compress = promisify(zstdCompress)

/** Packs an answer, apart from what is of its visit, so that the same content is kept once. Undefined above `maxLength` characters. */
export async function pack({ data, metadata }: Answer, maxLength: number): Promise<Packed | undefined> {
  const { url, extractedAt, processingTime, trace, ...page } = metadata
  const body = JSON.stringify({ data, metadata: page })
  if (body.length > maxLength) return undefined
  const bytes = await compress(body, options)
  const visit: Pick<Answer['metadata'], OfVisit> = { url, extractedAt, processingTime, trace }
  return { hash: createHash('sha256').update(body).digest('hex'), bytes, visit: JSON.stringify(visit) }
}

/** The answer that was packed. */
export function unpack({ bytes, visit }: Pick<Packed, 'bytes' | 'visit'>): Answer {
  const { data, metadata } = JSON.parse(zstdDecompressSync(bytes).toString()) as Answer
  return { data, metadata: { ...JSON.parse(visit), ...metadata } }
}
