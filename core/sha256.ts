import { createHash } from 'node:crypto'
import { createPause } from './concurrency/pause.ts'

/** Bytes that are hashed at once, which takes a millisecond or so. */
const PART = 1024 * 1024

/**
 * The SHA-256 of bytes, with pauses in which other requests are served. Not by `crypto.subtle`: Bun's first copies
 * the bytes on this thread, which takes several times as long as the hash.
 */
export async function sha256(bytes: Uint8Array): Promise<Buffer> {
  const hash = createHash('sha256')
  const pause = createPause()
  for (let at = 0; at < bytes.byteLength; at += PART) {
    await pause()
    hash.update(bytes.subarray(at, at + PART))
  }
  return hash.digest()
}
