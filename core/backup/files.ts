import { createHash } from 'node:crypto'
import type { Blobs } from '../files/blobs/port.ts'
import { CopyFailure } from './failure.ts'

/** Files that are copied at the same time. */
const AT_ONCE = 4

/** What was copied of files. */
export interface CopiedFiles {
  count: number
  bytes: number
  /** Those whose contents are not there. */
  missing: string[]
}

/** Copies files, some at a time; `copy` gives the size of one, or undefined where its contents are not there. */
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

/** Reads contents and puts them elsewhere. Throws where they are not those of the hash; gives their size. */
export async function putWhole(blobs: Blobs, hash: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  const bytes = Buffer.concat(all)
  if (createHash('sha256').update(bytes).digest('hex') !== hash)
    throw new CopyFailure(`The contents of the file ${hash} are damaged`)
  await blobs.put(hash, bytes)
  return bytes.byteLength
}
