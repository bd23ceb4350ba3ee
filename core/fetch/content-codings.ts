import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

/** Bytes of one piece of the result, and of the whole where all is decoded at once. */
export interface CodingOptions {
  chunkSize: number
  maxOutputLength?: number
}

/** A decoder of `node:zlib`. */
export type Decoder = Transform & {
  /** Coded bytes that it has used so far. */
  readonly bytesWritten: number
}

/** One content coding, undone as it comes or all at once. */
export interface Coding {
  create(options: CodingOptions, first: Uint8Array): Decoder
  /** Whether the decoder does little more than what is asked for. */
  isQuick(data: Uint8Array): boolean
  /** All at once, on this thread. */
  decode(data: Uint8Array, options: CodingOptions): Uint8Array
  /** All at once, on another thread. */
  decodeElsewhere(data: Uint8Array, options: CodingOptions): Promise<Uint8Array>
}

type DecodeElsewhere = Coding['decodeElsewhere']
const always = () => true

const gzip: Coding = {
  create: (options) => zlib.createGunzip(options),
  isQuick: always,
  decode: zlib.gunzipSync,
  decodeElsewhere: promisify(zlib.gunzip) as DecodeElsewhere,
}
const zlibFormat: Coding = {
  create: (options) => zlib.createInflate(options),
  isQuick: always,
  decode: zlib.inflateSync,
  decodeElsewhere: promisify(zlib.inflate) as DecodeElsewhere,
}
const rawDeflate: Coding = {
  create: (options) => zlib.createInflateRaw(options),
  isQuick: always,
  decode: zlib.inflateRawSync,
  decodeElsewhere: promisify(zlib.inflateRaw) as DecodeElsewhere,
}
const deflateOf = (data: Uint8Array) => (hasZlibHeader(data) ? zlibFormat : rawDeflate)
/**
 * A window of 8 MiB is the largest that servers may use; the library allows 128 by default. Source: RFC 9659, section
 * 3.
 */
const zstdParams = { params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } }

// Node 20 has none of it: it loads this for what plugins import, and fetches nothing.
const decodeZstd: DecodeElsewhere = (data, options) => promisify(zlib.zstdDecompress)(data, options)
/**
 * Brotli fills its whole window of up to 16 MiB before it gives the first byte, which is too much for the server's
 * thread; half a megabyte is not. Source: RFC 7932, section 9.1.
 */
const hasSmallWindow = ([first = 0]: Uint8Array) => (first & 1) === 0 || ((first >> 1) & 7) <= 2

/** What `Accept-Encoding` offers, with the older names. Source: RFC 9110, section 8.4.1. */
export const codings: Readonly<Record<string, Coding>> = {
  gzip,
  'x-gzip': gzip,
  deflate: {
    create: (options, first) => deflateOf(first).create(options, first),
    isQuick: always,
    decode: (data, options) => deflateOf(data).decode(data, options),
    decodeElsewhere: (data, options) => deflateOf(data).decodeElsewhere(data, options),
  },
  br: {
    create: (options) => zlib.createBrotliDecompress(options),
    isQuick: hasSmallWindow,
    decode: zlib.brotliDecompressSync,
    decodeElsewhere: promisify(zlib.brotliDecompress) as DecodeElsewhere,
  },
  zstd: {
    create: (options) => zlib.createZstdDecompress({ ...options, ...zstdParams }),
    isQuick: always,
    decode: (data, options) => zlib.zstdDecompressSync(data, { ...options, ...zstdParams }),
    decodeElsewhere: (data, options) => decodeZstd(data, { ...options, ...zstdParams }),
  },
}

/**
 * Servers send raw deflate under the same name; the two bytes of a zlib header are a multiple of 31. Source: RFC
 * 1950, section 2.2.
 */
const hasZlibHeader = ([first = 0, second = 0]: Uint8Array) =>
  (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0
