import { pipeline, Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  gzipSync,
  zstdCompress,
} from 'node:zlib'
import { zstd } from '../../runtime/index.ts'
import type { Chunks } from './body-chunks.ts'

export type Coding = 'zstd' | 'br' | 'gzip'

/** Bodies of up to this many bytes are not worth compressing. Source: decisions 1.3. */
export const SMALL = 1024
/** Images, PDFs and archives are compressed already. An event stream is sent piece by piece. */
const COMPRESSIBLE = /^(?:text\/(?!event-stream)|application\/(?:x-nd|[\w.-]+\+)?(?:json|xml|javascript)\b|image\/svg)/

/** Whether bodies of this media type are worth compressing. */
export const isCompressible = (type: string | null | undefined) => COMPRESSIBLE.test(type ?? '')

/**
 * Bodies of up to this many bytes are compressed at once, in a tenth of a millisecond. A thread would cost a third
 * more.
 */
const AT_ONCE = 16 * 1024

/** The three ways to compress. The levels are such that 400 kB of JSON take a millisecond or two. */
interface Coder {
  atOnce(bytes: Uint8Array): Uint8Array
  whole(bytes: Uint8Array): Promise<Uint8Array>
  stream(): Transform
}
const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const gzipOptions = { level: 4 }
const zstdWhole = promisify<Uint8Array, typeof zstdOptions, Buffer>(zstdCompress)
const brotliWhole = promisify<Uint8Array, typeof brotliOptions, Buffer>(brotliCompress)
const gzipWhole = promisify<Uint8Array, typeof gzipOptions, Buffer>(gzip)
const coders: Readonly<Record<Coding, Coder>> = {
  zstd: {
    atOnce: zstd,
    whole: (bytes) => zstdWhole(bytes, zstdOptions),
    stream: () => createZstdCompress(zstdOptions),
  },
  br: {
    atOnce: (bytes) => brotliCompressSync(bytes, brotliOptions),
    whole: (bytes) => brotliWhole(bytes, brotliOptions),
    stream: () => createBrotliCompress(brotliOptions),
  },
  gzip: {
    atOnce: (bytes) => gzipSync(bytes, gzipOptions),
    whole: (bytes) => gzipWhole(bytes, gzipOptions),
    stream: () => createGzip(gzipOptions),
  },
}
/** Our preference, best first, among codings that the client accepts equally. */
const preferred: readonly Coding[] = ['zstd', 'br', 'gzip']

/**
 * The coding that an `Accept-Encoding` prefers; undefined if that is none at all. Source: RFC 9110 section 12.5.3.
 */
export function chooseCoding(accepted: string | null): Coding | undefined {
  if (!accepted) return undefined
  const weights = new Map<string, number>()
  for (const entry of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
    if (name !== '') weights.set(name, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0)
  }
  const weightOf = (coding: Coding) =>
    weights.get(coding) ?? (coding === 'gzip' ? weights.get('x-gzip') : undefined) ?? weights.get('*') ?? 0
  let best: Coding | undefined
  for (const coding of preferred) if (weightOf(coding) > (best ? weightOf(best) : 0)) best = coding
  return best && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

/** Compresses bytes: large bodies on another thread. */
export const compress = (coding: Coding, bytes: Uint8Array): Uint8Array | Promise<Uint8Array> =>
  bytes.byteLength <= AT_ONCE ? coders[coding].atOnce(bytes) : coders[coding].whole(bytes)

/** Compresses a body as it is read. It reads no further ahead than the reader asks for. */
export function compressStream(coding: Coding, source: Chunks): Chunks {
  const coder = coders[coding].stream()
  const iterator = {
    next: () => source.next(),
    return: () => source.end().then(() => ({ done: true, value: undefined })),
  }
  const readable = Readable.from({ [Symbol.asyncIterator]: () => iterator }, { objectMode: true, highWaterMark: 1 })
  // An error destroys the coder, and surfaces where the coder is read.
  pipeline(readable, coder, () => {})
  const coded = coder[Symbol.asyncIterator]()
  return {
    next: () => coded.next(),
    async end() {
      coder.destroy()
      await source.end()
    },
  }
}
