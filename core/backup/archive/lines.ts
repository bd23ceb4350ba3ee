import { createHash } from 'node:crypto'
import { pipeline, Readable, type Transform } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import type { Row } from '../tables/source.ts'

/** Bytes as they appear in a line. */
interface Encoded {
  base64: string
}

const encode = (row: Row) =>
  JSON.stringify(
    row.map((value) => (value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value)),
  )
const decode = (line: string): Row =>
  (JSON.parse(line) as (string | number | null | Encoded)[]).map((value) =>
    typeof value === 'object' && value !== null ? new Uint8Array(Buffer.from(value.base64, 'base64')) : value,
  )

/** Encodes rows as gzipped lines of JSON. */
export async function* packRows(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<Uint8Array> {
  async function* lines() {
    for await (const rows of batches) yield `${rows.map(encode).join('\n')}\n`
  }
  yield* through(lines(), createGzip({ level: 3 }))
}

/** Decodes the rows of `packRows` as they arrive. */
export async function* unpackRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Row[]> {
  let rest: Uint8Array[] = []
  for await (const chunk of through(chunks, createGunzip())) {
    const end = chunk.lastIndexOf(NEWLINE)
    if (end < 0) {
      rest.push(chunk)
      continue
    }
    const text = Buffer.concat([...rest, chunk.subarray(0, end)]).toString('utf8')
    rest = [chunk.subarray(end + 1)]
    yield text.split('\n').map(decode)
  }
}
const NEWLINE = 10

/** Pipes chunks through a transform. If either fails or ends, so does the other. */
async function* through(chunks: AsyncIterable<Uint8Array | string>, transform: Transform): AsyncGenerator<Uint8Array> {
  // A failure of the source reaches the transform too, and is thrown below.
  pipeline(Readable.from(chunks), transform, () => {})
  yield* transform
}

/** Passes bytes on, and reports their SHA-256 in hex and their number at the end. */
export async function* hashed(
  chunks: AsyncIterable<Uint8Array>,
  ended: (sha256: string, size: number) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of chunks) {
    hash.update(chunk)
    size += chunk.byteLength
    yield chunk
  }
  ended(hash.digest('hex'), size)
}

/** Yields a short text as bytes. */
export async function* textChunks(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

/** Reads a short text to its end. */
export async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all).toString('utf8')
}
