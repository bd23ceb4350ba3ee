import { type Clock, systemClock } from '../clock.ts'
import { SettingError, type Settings } from '../config.ts'
import { CORE, coreMigrations } from '../host/core-migrations.ts'
import type { Log } from '../log.ts'
import { addStoreMetrics, type ServiceMetrics } from '../metrics/service-metrics.ts'
import { secretOf } from '../secrets/store-secret.ts'
import { isOpenToOthers } from '../store/data-dir.ts'
import { openStore, type Store } from '../store/index.ts'
import { type HeldLock, lockDataDir } from '../store/lock.ts'
import { openSharedClock } from '../store/postgres/shared-clock.ts'
import { isStorageAway } from '../store/storage-error.ts'
import type { Closers } from './closers.ts'

interface Needs {
  dataDir: string
  /** If undefined, the store is SQLite in the data directory. */
  databaseUrl: string | undefined
  settings: Settings
  metrics: ServiceMetrics
  log: Log
  /** Default: the system's, or the database's where several machines share one. */
  clock: Clock | undefined
}

/**
 * Locks the data directory for this process, and opens the store, migrated to this version, the secret that all other
 * keys are derived from, and the clock. Throws SettingError for what the operator must fix.
 */
export async function openData(needs: Needs, closers: Closers) {
  const { dataDir, databaseUrl, settings, metrics, log } = needs
  const lock = await takeDataDir(dataDir, log)
  closers.add(() => lock.release())
  const store = await openStore({ dataDir, databaseUrl, log, committed: metrics.committed })
  closers.add(() => store.close())
  await store.migrate(CORE, coreMigrations).catch((error: Error) => {
    if (isStorageAway(error)) throw error
    const where = databaseUrl ? 'WEIR_DATABASE_URL: the database' : `WEIR_DATA_DIR: ${dataDir}`
    throw new SettingError(`${where} cannot be brought up to date: ${error.message}`)
  })
  const secret = await secretOf(store, { given: settings.WEIR_SECRET, dataDir })
  const clock = needs.clock ?? (await openClock(store, log, closers))
  addStoreMetrics(metrics.registry, store, clock)
  return { lock, store, secret, clock }
}

/** With a shared database its time counts. */
async function openClock(store: Store, log: Log, closers: Closers): Promise<Clock> {
  if (store.dialect === 'sqlite') return systemClock
  const clock = await openSharedClock({ store, clock: systemClock, log })
  closers.add(() => clock.close())
  return clock
}

/** Throws SettingError if another process has locked the directory. */
async function takeDataDir(dataDir: string, log: Log): Promise<HeldLock> {
  const lock = await lockDataDir(dataDir)
  if (!lock.held) {
    const at = lock.holder?.address ? ` (${lock.holder.address})` : ''
    throw new SettingError(
      `WEIR_DATA_DIR: ${dataDir} is in use by another Weir${at}; stop it, or choose another directory`,
    )
  }
  if (isOpenToOthers(dataDir))
    log.warn(`Other users may read WEIR_DATA_DIR, and its mode cannot be set: run chmod 700 ${dataDir}`)
  return lock
}
