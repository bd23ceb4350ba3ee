import { EgressFailure } from '../egress-rules/egress-failure.ts'
import { bombLimit, chunkSizeFor } from './bomb-limit.ts'
import { codings, type Decoder } from './content-codings.ts'
import { decodeSmall, isSmall } from './decode-small.ts'
import { abandon, join, pullStream } from './stream.ts'
import { ZstdFrames } from './zstd-frames.ts'

/** The same number that curl accepts. Source: curl, MAX_ENCODE_STACK. */
const MAX_ENCODINGS = 5
/** Bytes by which data that does not compress may grow. */
const MAX_OVERHEAD = 64 * 1024
export interface DecodeOptions {
  /** The limit of the decoded body, in bytes. */
  maxBytes: number
  /** The caller reads the body to its end, so a small one need not be streamed. */
  isReadWhole: boolean
}

/** Throws EgressFailure (`unsupported_encoding`) for content codings that were not offered. */
export function checkEncodings(encodings: readonly string[]): void {
  if (encodings.length > MAX_ENCODINGS || encodings.some((name) => !Object.hasOwn(codings, name)))
    throw new EgressFailure('unsupported_encoding')
}

/**
 * Decodes the content codings, last applied first, and only as fast as the result is read. Each layer counts its
 * bytes; otherwise a bomb inside a bomb would burn time in a layer whose output nobody sees. The stream fails with
 * `broken_body` or `too_large`.
 */
export function decodeBody(
  body: ReadableStream<Uint8Array>,
  encodings: readonly string[],
  options: DecodeOptions,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const decoded = options.isReadWhole
    ? decodeWhole(reader, encodings, options)
    : decodeChunks(reader, encodings, options)
  return pullStream(
    () => decoded.next(),
    // The reader is cancelled first: the layers may be waiting for it.
    () => abandon(reader).then(() => decoded.return(undefined)),
  )
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

async function* decodeWhole(reader: Reader, encodings: readonly string[], options: DecodeOptions) {
  const { chunks, isEnd } = await readSmall(reader, encodings)
  if (!isEnd) yield* decodeChunks(reader, encodings, options, chunks)
  else if (chunks.length > 0) yield await decodeSmall(join(chunks), encodings[0]!, options.maxBytes)
}

function decodeChunks(
  reader: Reader,
  encodings: readonly string[],
  { maxBytes }: DecodeOptions,
  first: readonly Uint8Array[] = [],
): AsyncGenerator<Uint8Array> {
  return encodings.reduceRight(
    (layer, name) => decode(layer, name, maxBytes),
    limit(chunksOf(reader, first), maxBytes + MAX_OVERHEAD),
  )
}

async function readSmall(reader: Reader, encodings: readonly string[]) {
  const chunks: Uint8Array[] = []
  for (let size = 0; isSmall(size, encodings); ) {
    const { done, value } = await reader.read()
    if (done) return { chunks, isEnd: true }
    chunks.push(value)
    size += value.byteLength
  }
  return { chunks, isEnd: false }
}

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
    // Failures of the body and of the decoder both surface through the decoder.
    for await (const chunk of decoder as AsyncIterable<Uint8Array>) {
      decoded += chunk.byteLength
      if (decoded > bombLimit(decoder.bytesWritten, maxBytes)) throw new EgressFailure('too_large')
      yield chunk
    }
    frames?.end()
  } catch (error) {
    throw error instanceof EgressFailure ? error : new EgressFailure('broken_body', error)
  } finally {
    decoder.destroy()
  }
}

/** Writes as fast as the decoder accepts input, and ends the decoder with the input. Never rejects. */
async function feed(decoder: Decoder, first: Uint8Array, body: AsyncGenerator<Uint8Array>, frames?: ZstdFrames) {
  try {
    let next: IteratorResult<Uint8Array> = { done: false, value: first }
    while (!next.done) {
      frames?.push(next.value)
      const isFull = !decoder.write(next.value)
      // Read ahead while the decoder works: each of its pauses costs a trip to another thread.
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
