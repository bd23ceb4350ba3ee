import { blobTables } from '../files/blobs/database.ts'
import type { Blobs } from '../files/blobs/port.ts'
import { SECRET_CHECK } from '../secrets/store-secret.ts'
import { version } from '../version.ts'
import { hashed, packRows, textChunks } from './archive/lines.ts'
import type { Place } from './archive/place.ts'
import { checkVersion, type Owner } from './copy-store.ts'
import { CopyFailure } from './failure.ts'
import { copyFiles } from './files.ts'
import {
  FORMAT,
  filePath,
  type Manifest,
  type ManifestTable,
  SECRET_PATH,
  tablePath,
  writeManifest,
} from './manifest.ts'
import type { KnownSecret } from './secret.ts'
import type { Row, Table, TableSource } from './tables/source.ts'
import { createSummer } from './tables/sums.ts'

export interface BackupParts {
  source: TableSource
  blobs: Blobs
  secret: KnownSecret
  place: Place
  owners: readonly Owner[]
}

/**
 * Writes everything that cannot be recreated to an empty place: a consistent snapshot of all rows, the files that
 * they refer to, and the secret if it is in the data directory. If it fails, the place is empty again. Throws
 * CopyFailure if the place is not empty or cannot be written, and if the store was written by a newer version, which
 * may keep more than this one knows of.
 */
export async function backUp(parts: BackupParts): Promise<Manifest> {
  const { source, secret, place, owners } = parts
  if (!(await place.isEmpty())) throw new CopyFailure(`${place.name} is not empty: back up to a new one`)
  await checkVersion(source, owners)
  await checkSecret(source, secret)
  const written: string[] = []
  const write: Place['write'] = async (name, chunks) => {
    await place.write(name, chunks)
    written.push(name)
  }
  try {
    return await writeAll({ ...parts, place: { ...place, write } })
  } catch (error) {
    await removeAll(place, written, error)
    throw error
  }
}

async function removeAll(place: Place, names: readonly string[], cause: unknown) {
  try {
    for (const name of names) await place.remove(name)
  } catch {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new CopyFailure(`${message}; remove what was written to ${place.name} yourself`, { cause })
  }
}

async function writeAll({ source, blobs, secret, place }: BackupParts): Promise<Manifest> {
  const createdAt = new Date().toISOString()
  const hashes = new Set<string>()
  const tables: ManifestTable[] = []
  for (const table of source.tables) {
    if ((blobTables as readonly string[]).includes(table.name)) continue
    tables.push(await writeTable(table, source, place, hashes))
  }
  const files = await copyFiles(hashes, async (hash) => {
    const body = await blobs.open(hash)
    if (!body) return undefined
    let size = 0
    const whole = hashed(body, (sha256, length) => {
      if (sha256 !== hash) throw new CopyFailure(`The contents of the file ${hash} are damaged`)
      size = length
    })
    await place.write(filePath(hash), whole)
    return size
  })
  const { kept, check } = secret
  if (secret.text !== undefined) await place.write(SECRET_PATH, textChunks(secret.text))
  const manifest: Manifest = {
    format: FORMAT,
    version,
    createdAt,
    store: source.dialect,
    secret: { kept, check },
    tables,
    sequences: source.sequences,
    files,
  }
  await writeManifest(place, manifest)
  return manifest
}

/** Throws CopyFailure if the secret is not the store's: nothing sealed could be opened with it. */
async function checkSecret(source: TableSource, { check, kept }: KnownSecret) {
  const table = source.tables.find(({ name }) => name === SECRET_CHECK)
  if (!table) return
  const at = table.columns.indexOf('fingerprint')
  for await (const rows of source.rows(table)) {
    if (rows.some((row) => row[at] !== check))
      throw new CopyFailure(
        `${kept === 'settings' ? 'WEIR_SECRET' : 'The secret in the data directory'} is not the secret of this store: set WEIR_SECRET to the value that the server uses`,
      )
  }
}

async function writeTable(
  table: Table,
  source: TableSource,
  place: Place,
  hashes: Set<string>,
): Promise<ManifestTable> {
  const summer = createSummer(table)
  const hash = table.name === 'files' ? table.columns.indexOf('hash') : -1
  async function* counted() {
    for await (const rows of source.rows(table)) {
      summer.add(rows)
      if (hash >= 0) for (const row of rows) hashes.add(String((row as Row)[hash]))
      yield rows
    }
  }
  let sha256 = ''
  const bytes = hashed(packRows(counted()), (found) => {
    sha256 = found
  })
  await place.write(tablePath(table.name), bytes)
  return { name: table.name, columns: [...table.columns], ...summer.result(), sha256 }
}
