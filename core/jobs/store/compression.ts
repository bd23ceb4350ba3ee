import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { zstd } from '../../runtime/index.ts'

/** Bytes below which compressing is not worth its time. */
const SMALL = 256
/** The fastest level, which shrinks markdown to a third. */
const compression = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } }

/** Texts of more bytes are compressed and hashed off the event loop. */
export const LARGE = 256 * 1024

/** The first byte of packed data: whether the rest is compressed. */
const PLAIN = 0
const COMPRESSED = 1

/** Bytes in memory when a text is read in pieces. */
export const PIECE = 128 * 1024

/** Packs bytes, a large number of them off the event loop. */
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

/** Packed bytes that may be too many for memory: their number, the first ones, and a function that reads others. */
export interface PackedSource {
  size: number
  start: Uint8Array
  read(from: number, length: number): Promise<Uint8Array>
}

/** The text of packed bytes, in pieces of whole characters. Only one piece of a long text is in memory. */
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
  // An error destroys the decompressor, and surfaces where it is read.
  pipeline(compressed, decompress, () => {})
  yield* decompress as AsyncIterable<Uint8Array>
}

/** Frame descriptors of a single segment whose size is in two bytes, or in four. */
const SHORT = 0x60
const LONG = 0xa0

/** Whether a frame that `pack` made unpacks to a piece at most. Source: RFC 8878 section 3.1.1.1. */
function fitsPiece(frame: Uint8Array): boolean {
  const descriptor = frame[4]
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  return descriptor === SHORT || (descriptor === LONG && view.getUint32(5, true) <= PIECE)
}
