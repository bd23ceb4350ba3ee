import { EgressFailure } from '../egress-rules/egress-failure.ts'
import { codings, type Decoder } from './content-codings.ts'
import { abandon, join, pullStream } from './stream.ts'
import { ZstdFrames } from './zstd-frames.ts'

/** As many as curl undoes. Source: curl, MAX_ENCODE_STACK. */
const MAX_ENCODINGS = 5
/** By so many bytes what cannot be packed may grow. */
const MAX_OVERHEAD = 64 * 1024
/**
 * Decoded bytes beyond which a body may not be more than so many times its coded size: text comes to 30, a bomb to
 * 1000.
 */
const MAX_FREE_BYTES = 4 * 1024 * 1024
const MAX_RATIO = 100
/**
 * Bytes of a body that is decoded at once, and of what comes of it: less than a millisecond, where a stream costs
 * more.
 */
const MAX_SMALL = 64 * 1024
const MAX_SMALL_DECODED = 512 * 1024
/** Bytes that a decoder gives at once: most pages whole, as each piece costs a trip to another thread. */
const MIN_CHUNK = 16 * 1024
const MAX_CHUNK = 256 * 1024
/** Pages are seldom packed to less than this part of their size. */
const USUAL_RATIO = 8

export interface DecodeOptions {
  /** Of the decoded body. */
  maxBytes: number
  /** The body is read to its end, so that a small one need not be given as it comes. */
  isReadWhole: boolean
}

/** Throws EgressFailure (`unsupported_encoding`) for content codings that were not offered. */
export function checkEncodings(encodings: readonly string[]): void {
  if (encodings.length > MAX_ENCODINGS || encodings.some((name) => !Object.hasOwn(codings, name)))
    throw new EgressFailure('unsupported_encoding')
}

/**
 * Undoes content codings, last applied first, only as fast as the result is read. Each layer counts its bytes: a bomb
 * inside a bomb would else cost time at a layer whose output nobody sees. The stream fails with `broken_body` or
 * `too_large`.
 */
export function decodeBody(
  body: ReadableStream<Uint8Array>,
  encodings: readonly string[],
  options: DecodeOptions,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const names = encodings.toReversed()
  const decoded = options.isReadWhole ? decodeWhole(reader, names, options) : decodeChunks(reader, names, options)
  return pullStream(
    () => decoded.next(),
    // The reader goes first: it may be what the layers wait for.
    () => abandon(reader).then(() => decoded.return(undefined)),
  )
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

async function* decodeWhole(reader: Reader, names: readonly string[], options: DecodeOptions) {
  const { chunks, isEnd } = await readSmall(reader)
  if (isEnd && chunks.length === 0) return
  const maxBytes = Math.min(options.maxBytes, MAX_SMALL_DECODED)
  const whole = isEnd ? await decodeAtOnce(join(chunks), names, maxBytes) : undefined
  if (whole) yield whole
  else yield* decodeChunks(reader, names, options, chunks)
}

function decodeChunks(
  reader: Reader,
  names: readonly string[],
  { maxBytes }: DecodeOptions,
  first: readonly Uint8Array[] = [],
): AsyncGenerator<Uint8Array> {
  return names.reduce(
    (layer, name) => decode(layer, name, maxBytes),
    limit(chunksOf(reader, first), maxBytes + MAX_OVERHEAD),
  )
}

/**
 * Whether so many bytes are too many to have come of so few: several bombs at once would fill the memory within any
 * limit.
 */
export const isBomb = (decoded: number, coded: number): boolean =>
  decoded > MAX_FREE_BYTES && decoded > coded * MAX_RATIO

async function readSmall(reader: Reader): Promise<{ chunks: Uint8Array[]; isEnd: boolean }> {
  const chunks: Uint8Array[] = []
  for (let size = 0; size <= MAX_SMALL; ) {
    const { done, value } = await reader.read()
    if (done) return { chunks, isEnd: true }
    chunks.push(value)
    size += value.byteLength
  }
  return { chunks, isEnd: false }
}

/** Undefined where some layer gives more than `maxBytes`. */
async function decodeAtOnce(body: Uint8Array, names: readonly string[], maxBytes: number) {
  let data = body
  try {
    for (const name of names) {
      if (name === 'zstd') checkFrames(data)
      const decoded = codings[name]!.decode(data, { chunkSize: chunkSizeFor(data), maxOutputLength: maxBytes })
      data = decoded instanceof Promise ? await decoded : decoded
    }
    return data
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw new EgressFailure('broken_body', error)
  }
}

function checkFrames(data: Uint8Array): void {
  const frames = new ZstdFrames()
  frames.push(data)
  frames.end()
}

const chunkSizeFor = ({ byteLength }: Uint8Array) => Math.min(MAX_CHUNK, Math.max(MIN_CHUNK, byteLength * USUAL_RATIO))

async function* chunksOf(reader: Reader, first: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* first
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}

async function* decode(body: AsyncGenerator<Uint8Array>, name: string, maxBytes: number): AsyncGenerator<Uint8Array> {
  const first = await body.next()
  if (first.done) return
  const decoder = codings[name]!.create({ chunkSize: chunkSizeFor(first.value) }, first.value)
  const frames = name === 'zstd' ? new ZstdFrames() : undefined
  void feed(decoder, first.value, body, frames)
  let decoded = 0
  try {
    // Failures of the body and of the decoder both come out of the decoder.
    for await (const chunk of decoder as AsyncIterable<Uint8Array>) {
      decoded += chunk.byteLength
      if (decoded > maxBytes || isBomb(decoded, decoder.bytesWritten)) throw new EgressFailure('too_large')
      yield chunk
    }
    frames?.end()
  } catch (error) {
    throw error instanceof EgressFailure ? error : new EgressFailure('broken_body', error)
  } finally {
    decoder.destroy()
  }
}

/** Writes as fast as the decoder takes it, and ends when the decoder does. It never rejects. */
async function feed(decoder: Decoder, first: Uint8Array, body: AsyncGenerator<Uint8Array>, frames?: ZstdFrames) {
  try {
    let next: IteratorResult<Uint8Array> = { done: false, value: first }
    while (!next.done) {
      frames?.push(next.value)
      const isFull = !decoder.write(next.value)
      // Asked for while the decoder works, as each of its pauses costs a trip to another thread.
      next = await body.next()
      if (isFull && !next.done) await drained(decoder)
      if (decoder.destroyed) return
    }
    decoder.end()
  } catch (error) {
    decoder.destroy(error as Error)
  } finally {
    await body.return(undefined)
  }
}

function drained(decoder: Decoder): Promise<void> {
  return new Promise((resolve) => {
    if (!decoder.writableNeedDrain || decoder.destroyed) return resolve()
    const end = () => {
      decoder.off('drain', end)
      decoder.off('close', end)
      resolve()
    }
    decoder.on('drain', end)
    decoder.on('close', end)
  })
}

/** For what is not decoded yet. */
async function* limit(body: AsyncGenerator<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > maxBytes) throw new EgressFailure('too_large')
    yield chunk
  }
}
