import { checkEncodings, contentEncodings, decodeBody, EgressFailure, endOnAbort, isBomb, type PageProxy } from 'weirjs'

/**
 * The codings that the client decodes if there is only one; it leaves several, and others, as they are. Source: impit
 * 0.14.5.
 */
const undone = new Set(['gzip', 'deflate', 'br', 'zstd'])

export interface ReadOptions {
  /** The limit of the decoded body. */
  maxBytes: number
  pageProxy: PageProxy
  signal: AbortSignal
}

/**
 * Reads the decoded body of the client's response. Throws EgressFailure (`too_large`, `unsupported_encoding`,
 * `broken_body`), what the client throws, and the signal's reason.
 */
export async function readBody(
  { body, headers }: { body: ReadableStream<Uint8Array>; headers: Headers },
  { maxBytes, pageProxy, signal }: ReadOptions,
): Promise<Uint8Array> {
  const encodings = contentEncodings(headers)
  const isUndone = encodings.length === 0 || (encodings.length === 1 && undone.has(encodings[0]!))
  if (!isUndone) checkEncodings(encodings)
  const decoded = isUndone ? body : decodeBody(body, encodings, { maxBytes, isReadWhole: true })
  const reader = decoded.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await endOnAbort(reader.read(), signal)
      if (done) return Buffer.concat(chunks)
      size += value.byteLength
      if (size > maxBytes || isBomb(size, pageProxy.bytes)) throw new EgressFailure('too_large')
      chunks.push(value)
    }
  } catch (error) {
    // The client's stream does not always settle when it is cancelled, so it is not awaited.
    void reader.cancel().catch(() => {})
    throw error
  }
}
