import type { Kit, NewFile, StoredFile } from 'weirjs'
import { isoTime } from 'weirjs'
import type { ScrapeData } from './schema.ts'

/** Milliseconds for which the link of a file is valid. Source: decisions 5.2. */
const LINK_TIME = 24 * 3600 * 1000

/** Stores the files of a page for the account, and returns the fields of the answer that link to them. */
export async function saveFiles(
  made: readonly NewFile[],
  accountId: string,
  { files, store, clock }: Pick<Kit, 'files' | 'store' | 'clock'>,
): Promise<Pick<ScrapeData, 'files' | 'screenshot' | 'pdf'>> {
  if (made.length === 0) return { files: [] }
  const hashes = await Promise.all(made.map(({ bytes }) => files.put(bytes)))
  const lifetime = { expiresAt: files.retainedUntil() }
  const kept = await store.write((tx) =>
    Promise.all(made.map((file, i) => files.record(tx, accountId, hashes[i] as string, file, lifetime))),
  )
  const expiresAt = isoTime(clock.now() + LINK_TIME)
  const entries = kept.map(({ id, type, mediaType, size }: StoredFile) => ({
    id,
    type,
    mediaType,
    size,
    url: files.link(id, { expiresIn: LINK_TIME }),
    expiresAt,
  }))
  const urlOf = (type: string) => entries.find((entry) => entry.type === type)?.url
  return { files: entries, screenshot: urlOf('screenshot'), pdf: urlOf('pdf') }
}
