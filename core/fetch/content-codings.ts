import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

/** The size of one output chunk in bytes, and of the whole output where everything is decoded at once. */
export interface CodingOptions {
  chunkSize: number
  maxOutputLength?: number
}

/** A decoder of `node:zlib`. */
export type Decoder = Transform & {
  /** Coded bytes consumed so far. */
  readonly bytesWritten: number
}

/** One content coding, which can be decoded as a stream or all at once. */
export interface Coding {
  create(options: CodingOptions, first: Uint8Array): Decoder
  /** Whether the decoder does little work beyond what is asked for. */
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
 * The largest window that servers may use is 8 MiB; the library allows 128 MiB by default. Source: RFC 9659, section
 * 3.
 */
const zstdParams = { params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } }

// Node 20 lacks it. Node loads this module only for what plugins import, and fetches nothing.
const decodeZstd: DecodeElsewhere = (data, options) => promisify(zlib.zstdDecompress)(data, options)
/**
 * Brotli fills its whole window of up to 16 MiB before it emits the first byte, which would block the server's thread
 * for too long; half a megabyte is fine. Source: RFC 7932, section 9.1.
 */
const hasSmallWindow = ([first = 0]: Uint8Array) => (first & 1) === 0 || ((first >> 1) & 7) <= 2

/** The value of `Accept-Encoding`, and the legacy names. Source: RFC 9110, section 8.4.1. */
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
 * Some servers send raw deflate under the same name. A zlib header is told by its two bytes, which are a multiple of
 * 31. Source: RFC 1950, section 2.2.
 */
const hasZlibHeader = ([first = 0, second = 0]: Uint8Array) =>
  (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0
