import type { Kit, Millicredits, NewFile } from 'weirjs'
import { type EntryKey, find, SHARED } from './entries.ts'
import { type Reply, unpack } from './pack.ts'

/** A cached answer. */
export interface CachedPage {
  /** Without the files. */
  reply: Reply
  files: readonly NewFile[]
  millicredits: Millicredits
  shareable: boolean
}

/** The same with what the cache knows of it; times in epoch milliseconds. */
export interface KeptPage extends CachedPage, EntryKey {
  createdAt: number
  usedAt: number
  expiresAt: number
}

/** Reads the youngest answer to a request from two partitions that was made after `since`, and not after `until`. */
export async function read(
  { store, files }: Pick<Kit, 'store' | 'files'>,
  request: string,
  partitions: readonly [string, string],
  times: { since: number; until: number; now: number },
): Promise<KeptPage | undefined> {
  const entry = await find(store, request, partitions, times)
  if (!entry) return undefined
  const { files: ids, visit, body, ...known } = entry
  const own = await readFiles(files, ids)
  const shareable = entry.partition === SHARED
  return own && { ...known, files: own, shareable, reply: unpack({ body, visit }, known) }
}

/** Undefined if one no longer exists. */
async function readFiles(files: Kit['files'], ids: readonly string[]): Promise<NewFile[] | undefined> {
  const read: NewFile[] = []
  for (const id of ids) {
    const file = await files.open(id)
    if (!file) return undefined
    const { type, mediaType } = file.entry
    read.push({ type, mediaType, bytes: await new Response(file.body).bytes() })
  }
  return read
}
