import { promisify } from 'node:util'
import { constants, gunzip } from 'node:zlib'
import { checkEncodings, contentEncodings, decodeBody, EgressFailure } from 'weirjs'
import { isTextType } from './text-type.ts'

/** The most bytes of a decoded capture. */
export const MAX_CAPTURE = 20 * 1024 * 1024

/**
 * The decoded body of a capture. An archive's headers are not always right: it may have decoded the body and still
 * name the coding, or have compressed it twice; and a truncated capture yields what it has. Bytes that cannot be
 * decoded stay as they are. Throws EgressFailure `too_large`.
 */
export async function decodeCapture(body: Uint8Array, headers: Headers): Promise<Uint8Array> {
  const encodings = contentEncodings(headers)
  const decoded = encodings.length > 0 ? await undo(body, encodings) : body
  return isTextType(headers.get('content-type') ?? '') && isGzip(decoded) ? undo(decoded, ['gzip']) : decoded
}

const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8

async function undo(body: Uint8Array, encodings: readonly string[]): Promise<Uint8Array> {
  try {
    checkEncodings(encodings)
    const packed = new Response(body.slice()).body
    if (!packed) return body
    const decoded = decodeBody(packed, encodings, { maxBytes: MAX_CAPTURE, isReadWhole: true })
    return await new Response(decoded).bytes()
  } catch (error) {
    if (error instanceof EgressFailure && error.reason === 'too_large') throw error
    return (encodings.length === 1 && isGzip(body) && (await undoBeginning(body))) || body
  }
}

/** As much of a gzip stream as is there; undefined if none of it can be read. */
async function undoBeginning(body: Uint8Array): Promise<Uint8Array | undefined> {
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_CAPTURE }
  try {
    const decoded = await promisify<Uint8Array, object, Uint8Array>(gunzip)(body, options)
    return decoded.length > 0 ? decoded : undefined
  } catch {
    return undefined
  }
}
