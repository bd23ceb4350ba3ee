import { createHash } from 'node:crypto'
import type { Blobs } from '../files/blobs/port.ts'
import { CopyFailure } from './failure.ts'

/** Files that are copied concurrently. */
const AT_ONCE = 4

/** What was copied of the files. */
export interface CopiedFiles {
  count: number
  bytes: number
  /** Those whose contents are missing. */
  missing: string[]
}

/**
 * Copies files, several at a time; `copy` returns the size of one, or undefined if its contents are missing. After a
 * failure no other file is begun, and those that were are waited for.
 */
export async function copyFiles(
  hashes: Iterable<string>,
  copy: (hash: string) => Promise<number | undefined>,
): Promise<CopiedFiles> {
  const copied: CopiedFiles = { count: 0, bytes: 0, missing: [] }
  const waiting = [...hashes]
  const work = async () => {
    for (let hash = waiting.pop(); hash !== undefined; hash = waiting.pop()) {
      const size = await copy(hash)
      if (size === undefined) copied.missing.push(hash)
      else {
        copied.count += 1
        copied.bytes += size
      }
    }
  }
  const stop = (error: unknown) => {
    waiting.length = 0
    throw error
  }
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => work().catch(stop)))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return copied
}

/** Copies contents to another place, and returns their size. Throws if they do not match the hash. */
export async function putWhole(blobs: Blobs, hash: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  const bytes = Buffer.concat(all)
  if (createHash('sha256').update(bytes).digest('hex') !== hash)
    throw new CopyFailure(`The contents of the file ${hash} are damaged`)
  await blobs.put(hash, bytes)
  return bytes.byteLength
}
