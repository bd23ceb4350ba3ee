import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../clock.ts'
import { type Config, SettingError } from '../config.ts'
import { openBlobs } from '../files/blobs/open.ts'
import type { Blobs } from '../files/blobs/port.ts'
import { CORE, coreMigrations } from '../host/core-migrations.ts'
import { loadPlugins } from '../host/load.ts'
import { createLog } from '../log.ts'
import { openStore, type Store } from '../store/index.ts'
import { lockDataDir } from '../store/lock.ts'
import { isEmptyStore, type Owner } from './copy-store.ts'
import { CopyFailure } from './failure.ts'
import { rememberContents } from './tables/made.ts'
import type { TableSource } from './tables/source.ts'
import { openSqliteSource } from './tables/sqlite.ts'

const silent = createLog('text', () => {})

/** The core and the configured plugins, as owners of tables. */
export async function listOwners(config: Config): Promise<Owner[]> {
  const plugins = await loadPlugins(config)
  return [
    { name: CORE, migrations: coreMigrations },
    ...plugins.map(({ name, migrations = [] }) => ({ name, migrations })),
  ]
}

/** A store opened for reading, which a server may be using. */
export interface Origin {
  source: TableSource
  blobs: Blobs
  close(): Promise<void>
}

/** Opens the configured store for reading. Throws CopyFailure if there is none. */
export async function openOrigin(config: Config): Promise<Origin> {
  const { WEIR_DATA_DIR: dataDir, WEIR_DATABASE_URL: databaseUrl } = config.settings
  if (databaseUrl === undefined) {
    const source = await openSqliteSource(dataDir)
    return { source, blobs: await placeOfFiles(config), close: source.close }
  }
  const { openPostgresSource } = await import('./tables/postgres.ts')
  const store = await openStore({ dataDir, databaseUrl, log: silent })
  try {
    if (await isEmptyStore(store)) throw new CopyFailure('WEIR_DATABASE_URL: there is no store in the database')
    const blobs = await placeOfFiles(config, store)
    const source = await openPostgresSource(databaseUrl)
    const close = async () => {
      await source.close()
      await store.close()
    }
    return { source, blobs, close }
  } catch (error) {
    await store.close()
    throw error
  }
}

const placeOfFiles = ({ settings }: Config, store?: Store) =>
  openBlobs({ settings, dataDir: settings.WEIR_DATA_DIR, store, clock: systemClock, log: silent })

/** An empty store to fill, with its file storage. */
export interface Target {
  store: Store
  blobs: Blobs
  /** Restores the previous state after a failure. */
  undo(): Promise<void>
  close(): Promise<void>
}

/** Opens the configured empty store. Throws SettingError if it is in use, or not empty. */
export const openTarget = (config: Config): Promise<Target> =>
  config.settings.WEIR_DATABASE_URL === undefined ? openDirectory(config) : openDatabase(config)

/** What the data directory of a service contains, and a new one does not. */
const OWN = ['weir.db', 'weir.db-wal', 'weir.db-shm', 'files', 'secret', 'reserve', 'reserve.part']

async function openDirectory(config: Config): Promise<Target> {
  const { WEIR_DATA_DIR: dataDir } = config.settings
  const lock = await lockDataDir(dataDir)
  if (!lock.held) throw new SettingError(`WEIR_DATA_DIR: ${dataDir} is in use by a server: stop it, or choose another`)
  const own = OWN.filter((name) => existsSync(join(dataDir, name)))
  if (own.length > 0) {
    lock.release()
    throw new SettingError(`WEIR_DATA_DIR: ${dataDir} already has ${own.join(', ')}: choose a new or empty directory`)
  }
  const store = await openStore({ dataDir, log: silent })
  return {
    store,
    blobs: await placeOfFiles(config),
    async undo() {
      await store.close()
      for (const name of OWN) rmSync(join(dataDir, name), { recursive: true, force: true })
    },
    async close() {
      await store.close()
      lock.release()
    },
  }
}

async function openDatabase(config: Config): Promise<Target> {
  const { WEIR_DATA_DIR: dataDir, WEIR_DATABASE_URL: databaseUrl } = config.settings
  const store = await openStore({ dataDir, databaseUrl, log: silent })
  if (!(await isEmptyStore(store))) {
    await store.close()
    throw new SettingError('WEIR_DATABASE_URL: the database is not empty: choose another, made with CREATE DATABASE')
  }
  const dropMade = await rememberContents(store)
  return {
    store,
    blobs: await placeOfFiles(config, store),
    undo: () =>
      store.write(async (tx) => {
        await dropMade(tx)
        await tx.db<{ migrations: object }>().deleteFrom('migrations').execute()
      }),
    close: () => store.close(),
  }
}
