import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { zstd } from '../../runtime/index.ts'

/** Bytes below which compressing is not worth its time. */
const SMALL = 256
/** The fastest: markdown shrinks to a third by it. */
const compression = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } }

/** Bytes above which compressing and hashing takes more than a moment. */
export const LARGE = 256 * 1024

/** What the first byte says of the others. */
const PLAIN = 0
const COMPRESSED = 1

/** Bytes that are in memory of one that is read piece by piece. */
export const PIECE = 128 * 1024

/** Packs bytes: many of them beside the event loop, which they would hold up. */
export async function pack(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.byteLength < SMALL) return Buffer.concat([Buffer.of(PLAIN), bytes])
  const isLarge = bytes.byteLength > LARGE
  const compressed = isLarge ? await promisify(zlib.zstdCompress)(bytes, compression) : zstd(bytes)
  return Buffer.concat([Buffer.of(COMPRESSED), compressed])
}

export function unpack(packed: Uint8Array): string {
  const rest = packed.subarray(1)
  return Buffer.from(packed[0] === PLAIN ? rest : zlib.zstdDecompressSync(rest)).toString()
}

/** Packed bytes that may be many: their number, the first of them, and the way to the others. */
export interface PackedSource {
  size: number
  start: Uint8Array
  read(from: number, length: number): Promise<Uint8Array>
}

/**
 * The text of packed bytes, whole characters at a time; of a long one a piece is in memory, whatever it unpacks to.
 */
export async function* unpackPieces(source: PackedSource): AsyncGenerator<string> {
  const { size, start } = source
  const isPlain = start[0] === PLAIN
  if (start.byteLength === size && (isPlain || fitsPiece(start.subarray(1)))) {
    yield unpack(start)
    return
  }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for await (const bytes of isPlain ? chunks(source) : decompressed(source)) {
    const text = decoder.decode(bytes, { stream: true })
    if (text !== '') yield text
  }
}

async function* chunks({ size, start, read }: PackedSource): AsyncGenerator<Uint8Array> {
  yield start.subarray(1)
  for (let at = start.byteLength; at < size; ) {
    const bytes = await read(at, PIECE)
    if (bytes.byteLength === 0) throw new Error('A stored result was deleted while it was read')
    yield bytes
    at += bytes.byteLength
  }
}

async function* decompressed(source: PackedSource): AsyncGenerator<Uint8Array> {
  const decompress = zlib.createZstdDecompress({ chunkSize: PIECE })
  const compressed = Readable.from(chunks(source), { highWaterMark: 1 })
  // What goes wrong destroys the decompressor with the error, which is where the reader meets it.
  pipeline(compressed, decompress, () => {})
  yield* decompress as AsyncIterable<Uint8Array>
}

/** Descriptors of a frame that is one segment, whose size is said in two bytes, or in four. */
const SHORT = 0x60
const LONG = 0xa0

/** Whether a frame that `pack` made unpacks to a piece at most. Source: RFC 8878 section 3.1.1.1. */
function fitsPiece(frame: Uint8Array): boolean {
  const descriptor = frame[4]
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  return descriptor === SHORT || (descriptor === LONG && view.getUint32(5, true) <= PIECE)
}
