import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { fromMillis } from '../../archive/service.ts'
import { digestOf } from '../record/warc-record.ts'
import type { CaptureRecords } from './records.ts'

/** Lines of an index that are compressed together. */
const BLOCK = 1000

const compress = promisify(gzip)

/** A line of a CDXJ index: where the records of a capture begin in a file. */
export function cdxjLine({ capture, length }: CaptureRecords, offset: number, filename: string): string {
  const { urlKey, capturedAt, url, record, mediaType, status, digest } = capture
  const mime = record === 'revisit' ? 'warc/revisit' : mediaType
  const about = { url, mime, status: String(status), digest, length: String(length), offset: String(offset), filename }
  return `${urlKey} ${fromMillis(capturedAt)} ${JSON.stringify(about)}\n`
}

/**
 * Writes a CDXJ index in separately compressed blocks, and an index of the blocks. Source: ZipNum, as in WACZ files.
 */
export class IndexWriter {
  readonly #write: (block: Uint8Array) => Promise<void>
  readonly #blocks: string[]
  #lines: string[] = []
  #offset = 0

  /** `write` gets the blocks, which together form one gzip file. */
  constructor(filename: string, write: (block: Uint8Array) => Promise<void>) {
    this.#write = write
    this.#blocks = [`!meta 0 ${JSON.stringify({ format: 'cdxj-gzip-1.0', filename })}\n`]
  }

  /** Lines must be sorted. */
  async add(line: string): Promise<void> {
    this.#lines.push(line)
    if (this.#lines.length === BLOCK) await this.#flush()
  }

  /** Returns the index of the blocks. */
  async end(): Promise<string> {
    if (this.#lines.length > 0) await this.#flush()
    return this.#blocks.join('')
  }

  async #flush(): Promise<void> {
    const [first = ''] = this.#lines
    const block = await compress(this.#lines.join(''))
    const place = { offset: this.#offset, length: block.byteLength, digest: await digestOf(block) }
    this.#blocks.push(`${first.slice(0, first.indexOf(' {'))} ${JSON.stringify(place)}\n`)
    this.#lines = []
    this.#offset += block.byteLength
    await this.#write(block)
  }
}
