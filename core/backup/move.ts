import { join } from 'node:path'
import { systemClock } from '../clock.ts'
import { type Config, SettingError } from '../config.ts'
import { diskBlobs } from '../files/blobs/disk.ts'
import { lockDataDir } from '../store/lock.ts'
import { untilAborted } from './archive/stoppable.ts'
import { type Copied, type CopyOptions, copyStore } from './copy-store.ts'
import { type CopiedFiles, copyFiles, putWhole } from './files.ts'
import { listOwners, openTarget } from './open.ts'
import { checkMovedSecret } from './secret.ts'
import type { TableSource } from './tables/source.ts'
import { openSqliteSource } from './tables/sqlite.ts'

/** What was copied, including the files. */
export interface Moved extends Copied {
  files: CopiedFiles
}

/**
 * Copies the store and the files of the data directory into the empty database that the settings name. Throws
 * SettingError, CopyFailure or the reason of the signal, and then leaves the database as it was.
 */
export async function move(config: Config, without: readonly string[], signal: AbortSignal): Promise<Moved> {
  const { WEIR_DATA_DIR: dataDir, WEIR_DATABASE_URL: databaseUrl, WEIR_SECRET: given } = config.settings
  if (databaseUrl === undefined || given === undefined)
    throw new SettingError('WEIR_DATABASE_URL must be set, to the address of an empty database')
  checkMovedSecret({ given, dataDir })
  const owners = await listOwners(config)
  const lock = await lockDataDir(dataDir)
  if (!lock.held)
    throw new SettingError(`WEIR_DATA_DIR: ${dataDir} is in use: stop the server first, as it would keep writing`)
  try {
    const source = await openSqliteSource(dataDir)
    return await fill(stoppable(source, signal), config, { owners, without, signal }).finally(source.close)
  } finally {
    lock.release()
  }
}

/** The same source, of which nothing more is read once the signal is aborted. */
const stoppable = (source: TableSource, signal: AbortSignal): TableSource => ({
  ...source,
  rows: (table) => untilAborted(source.rows(table), signal),
})

async function fill(
  source: TableSource,
  config: Config,
  { signal, ...options }: Pick<CopyOptions, 'owners' | 'without'> & { signal: AbortSignal },
): Promise<Moved> {
  const target = await openTarget(config)
  const disk = diskBlobs(join(config.settings.WEIR_DATA_DIR, 'files'), () => systemClock.now())
  let files: CopiedFiles = { count: 0, bytes: 0, missing: [] }
  try {
    const copied = await copyStore(source, target.store, {
      ...options,
      async copyRest(hashes) {
        files = await copyFiles(hashes, async (hash) => {
          signal.throwIfAborted()
          // If the service had a bucket before, they are there already.
          const body = (await disk.open(hash)) ?? (await target.blobs.open(hash))
          return body && putWhole(target.blobs, hash, body)
        })
      },
    })
    return { ...copied, files }
  } catch (error) {
    await target.undo()
    throw error
  } finally {
    await target.close()
  }
}
