import type { Kit } from 'weirjs'
import type { ScrapedPage } from '../service.ts'
import { type EntryKey, put } from './entries.ts'
import { lifetimeOf } from './lifetime.ts'
import { pack } from './pack.ts'

/** Characters of an answer as JSON: to read a larger one would make others wait. */
export const MAX_LENGTH = 8 * 1024 * 1024
/** Bytes of a row and its places in the indexes, about. */
const ROW = 600

/** Writes an answer, with files of its own. Gives the bytes that it takes; 0 where it is too large to be kept. */
export async function write(
  { store, files }: Pick<Kit, 'store' | 'files'>,
  key: EntryKey,
  page: ScrapedPage,
  { createdAt, maxSize }: { createdAt: number; maxSize: number },
): Promise<number> {
  const packed = await pack(page, MAX_LENGTH)
  if (!packed) return 0
  const { body, hash, visit } = packed
  const size = page.files.reduce((sum, { bytes }) => sum + bytes.byteLength, body.byteLength + visit.length + ROW)
  if (size > maxSize) return 0

  const expiresAt = createdAt + lifetimeOf(page.metadata.statusCode)
  const times = { createdAt, usedAt: createdAt, expiresAt }
  const hashes = await Promise.all(page.files.map((file) => files.put(file.bytes)))
  await store.write(
    async (tx) => {
      const kept: string[] = []
      for (const [i, file] of page.files.entries())
        kept.push((await files.record(tx, OWNER, hashes[i]!, file, { expiresAt })).id)
      const entry = { ...key, body: hash, visit, files: kept, millicredits: page.millicredits, size, ...times }
      await files.forget(tx, await put(tx, entry, body))
    },
    { durable: false, patient: true },
  )
  return size
}

/** Whom the cache's files belong to: no account, so that nobody reads them by their id. */
const OWNER = 'scrape.cache'
