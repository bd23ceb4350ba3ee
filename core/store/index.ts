import type { Log } from '../log.ts'
import type { Committed, Store } from './port.ts'
import { openSqliteStore } from './sqlite/open.ts'

export * from './port.ts'
export { rowList, rowsIn } from './queries/rows.ts'

export interface StoreOptions {
  /** Holds `weir.db`; created if missing. Not used with Postgres. */
  dataDir: string
  /** The URL of a Postgres database, instead of SQLite. */
  databaseUrl?: string
  log?: Log
  committed?: Committed
}

/** Opens the store: Postgres, or SQLite in the data directory. */
export async function openStore({ dataDir, databaseUrl, log, committed }: StoreOptions): Promise<Store> {
  if (databaseUrl === undefined) return openSqliteStore({ dataDir, log, committed })
  const { openPostgresStore } = await import('./postgres/open.ts')
  return openPostgresStore({ url: databaseUrl, log, committed })
}

/**
 * A description of the store that `openStore` would open, after checking all of it; undefined if there is none yet.
 * Changes nothing. Throws SettingError if it cannot be used.
 */
export async function checkStore({
  dataDir,
  databaseUrl,
}: Pick<StoreOptions, 'dataDir' | 'databaseUrl'>): Promise<string | undefined> {
  if (databaseUrl === undefined) return (await import('./sqlite/check.ts')).checkSqliteStore(dataDir)
  return (await import('./postgres/start.ts')).checkPostgres(databaseUrl)
}
