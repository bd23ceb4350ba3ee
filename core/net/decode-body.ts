import { pipeline, Readable, type Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { EgressFailure } from './egress-failure.ts'
import { abandon, pullStream } from './stream.ts'

/** What `Accept-Encoding` offers, with the older names. Source: RFC 9110, section 8.4.1. */
const decoders: Readonly<Record<string, (first: Uint8Array) => Transform>> = {
  gzip: () => zlib.createGunzip(),
  'x-gzip': () => zlib.createGunzip(),
  deflate: (first) => (hasZlibHeader(first) ? zlib.createInflate() : zlib.createInflateRaw()),
  br: () => zlib.createBrotliDecompress(),
  zstd: () => zlib.createZstdDecompress(),
}

/** As many as curl undoes. Source: curl, MAX_ENCODE_STACK. */
const MOST_ENCODINGS = 5

/**
 * Undoes content codings, last applied first. Each layer counts its bytes: a bomb inside a bomb would else cost time at a
 * layer whose output nobody sees. Throws EgressFailure (`unsupported_encoding`); the stream fails with `broken_body` or
 * `too_large`.
 */
export function decodeBody(
  body: ReadableStream<Uint8Array>,
  encodings: readonly string[],
  maxBytes: number,
): ReadableStream<Uint8Array> {
  if (encodings.length > MOST_ENCODINGS || encodings.some((name) => !Object.hasOwn(decoders, name)))
    throw new EgressFailure('unsupported_encoding')
  const reader = body.getReader()
  const decoded = encodings
    .toReversed()
    .reduce((layer, name) => limit(decode(layer, decoders[name]!), maxBytes), chunksOf(reader))
  return pullStream(
    () => decoded.next(),
    // The reader goes first: it may be what the layers wait for.
    () => abandon(reader).then(() => decoded.return(undefined)),
  )
}

async function* chunksOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}

async function* decode(
  body: AsyncGenerator<Uint8Array>,
  createDecoder: (first: Uint8Array) => Transform,
): AsyncGenerator<Uint8Array> {
  const first = await body.next()
  if (first.done) return
  const whole = (async function* () {
    yield first.value
    yield* body
  })()
  // Failures of the body and of the decoder both come out of the decoder, which the loop reads.
  const decoder = pipeline(Readable.from(whole), createDecoder(first.value), () => {})
  try {
    yield* decoder as AsyncIterable<Uint8Array>
  } catch (error) {
    throw error instanceof EgressFailure ? error : new EgressFailure('broken_body', error)
  } finally {
    decoder.destroy()
  }
}

async function* limit(body: AsyncGenerator<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > maxBytes) throw new EgressFailure('too_large')
    yield chunk
  }
}

/** Servers send raw deflate under the same name; the two bytes of a zlib header are a multiple of 31. Source: RFC 1950, section 2.2. */
const hasZlibHeader = ([first = 0, second = 0]: Uint8Array) =>
  (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0
