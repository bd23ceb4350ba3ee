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
  /** All at once; on another thread where the decoder may do more than is asked for. */
  decode(data: Uint8Array, options: CodingOptions): Uint8Array | Promise<Uint8Array>
}

const gzip: Coding = { create: (options) => zlib.createGunzip(options), decode: zlib.gunzipSync }
const zlibFormat: Coding = { create: (options) => zlib.createInflate(options), decode: zlib.inflateSync }
const rawDeflate: Coding = { create: (options) => zlib.createInflateRaw(options), decode: zlib.inflateRawSync }
const deflateOf = (data: Uint8Array) => (hasZlibHeader(data) ? zlibFormat : rawDeflate)
/**
 * A window of 8 MiB is the largest that servers may use; the library by itself takes 128. Source: RFC 9659, section
 * 3.
 */
const zstdParams = { params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } }

const decodeBrotli = promisify<Uint8Array, CodingOptions, Uint8Array>(zlib.brotliDecompress)
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
    decode: (data, options) => deflateOf(data).decode(data, options),
  },
  br: {
    create: (options) => zlib.createBrotliDecompress(options),
    decode: (data, options) =>
      hasSmallWindow(data) ? zlib.brotliDecompressSync(data, options) : decodeBrotli(data, options),
  },
  zstd: {
    create: (options) => zlib.createZstdDecompress({ ...options, ...zstdParams }),
    decode: (data, options) => zlib.zstdDecompressSync(data, { ...options, ...zstdParams }),
  },
}

/**
 * Servers send raw deflate under the same name; the two bytes of a zlib header are a multiple of 31. Source: RFC
 * 1950, section 2.2.
 */
const hasZlibHeader = ([first = 0, second = 0]: Uint8Array) =>
  (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0
