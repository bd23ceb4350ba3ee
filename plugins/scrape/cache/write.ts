import type { Kit } from 'weirjs'
import type { ScrapedPage } from '../service.ts'
import { type EntryKey, put } from './entries.ts'
import { lifetimeOf } from './lifetime.ts'
import { pack } from './pack.ts'

/** Maximum characters of an answer as JSON. Reading a larger one would block the event loop. */
export const MAX_LENGTH = 8 * 1024 * 1024
/** Approximate bytes of a row and its index entries. */
const ROW = 600

/** Writes an answer, with files of its own. Returns the bytes that it takes; 0 if it is too large. */
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

/** The owner of the cache's files: no account, so that nobody can read them by their id. */
const OWNER = 'scrape.cache'
