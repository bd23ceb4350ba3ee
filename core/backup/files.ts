import { createHash } from 'node:crypto'
import type { Blobs } from '../files/blobs/port.ts'
import { CopyFailure } from './failure.ts'

/** Files that are copied at the same time. */
const AT_ONCE = 4

/** Statistics of the copied files. */
export interface CopiedFiles {
  count: number
  bytes: number
  /** Hashes of files whose contents are missing. */
  missing: string[]
}

/** Copies files, several at a time. `copy` returns a file's size, or undefined if its contents are missing. */
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
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return copied
}

/** Reads contents and stores them. Returns their size. Throws if they do not match the hash. */
export async function putWhole(blobs: Blobs, hash: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  const bytes = Buffer.concat(all)
  if (createHash('sha256').update(bytes).digest('hex') !== hash)
    throw new CopyFailure(`The contents of the file ${hash} are damaged`)
  await blobs.put(hash, bytes)
  return bytes.byteLength
}
