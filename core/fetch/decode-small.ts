import { FairSemaphore } from '../concurrency/fair-semaphore.ts'
import { EgressFailure } from '../egress-rules/egress-failure.ts'
import { bombLimit, chunkSizeFor } from './bomb-limit.ts'
import { type Coding, codings } from './content-codings.ts'
import { ZstdFrames } from './zstd-frames.ts'

/** The size up to which a body is small, in bytes: it is read whole before it is decoded. */
const MAX_SMALL = 64 * 1024
/**
 * The size up to which a body is decoded on the server's own thread, in bytes. It takes less than a millisecond;
 * handing it to another thread would cost more.
 */
const MAX_HERE = 512 * 1024

/** Each decoder holds a window of up to 16 MiB while it works, but only briefly, as the whole body is there. */
const elsewhere = new FairSemaphore({ permits: 4, what: 'bodies' })

/** Whether a body is decoded all at once. Several codings could expand to a large body between them. */
export const isSmall = (length: number, encodings: readonly string[]): boolean =>
  length <= MAX_SMALL && encodings.length === 1

/** Decodes a small body all at once. Throws EgressFailure (`broken_body`, `too_large`). */
export async function decodeSmall(body: Uint8Array, encoding: string, maxBytes: number): Promise<Uint8Array> {
  if (body.byteLength === 0) return body
  try {
    if (encoding === 'zstd') checkFrames(body)
    return await decode(codings[encoding]!, body, maxBytes)
  } catch (error) {
    throw new EgressFailure(isTooLarge(error) ? 'too_large' : 'broken_body', error)
  }
}

function decode(coding: Coding, data: Uint8Array, maxBytes: number): Uint8Array | Promise<Uint8Array> {
  const chunkSize = chunkSizeFor(data)
  const limit = bombLimit(data.byteLength, maxBytes)
  if (coding.isQuick(data)) {
    try {
      return coding.decode(data, { chunkSize, maxOutputLength: Math.min(limit, MAX_HERE) })
    } catch (error) {
      if (!isTooLarge(error) || limit <= MAX_HERE) throw error
    }
  }
  return decodeElsewhere(() => coding.decodeElsewhere(data, { chunkSize, maxOutputLength: limit }))
}

async function decodeElsewhere(decode: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const release = await elsewhere.acquire({ key: '' })
  try {
    return await decode()
  } finally {
    release()
  }
}

const isTooLarge = (error: unknown) => (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'

function checkFrames(data: Uint8Array): void {
  const frames = new ZstdFrames()
  frames.push(data)
  frames.end()
}
