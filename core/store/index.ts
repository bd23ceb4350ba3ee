import type { Log } from '../log.ts'
import type { Committed, Store } from './port.ts'
import { openSqliteStore } from './sqlite/open.ts'

export * from './port.ts'
export { rowList, rowsIn } from './queries/rows.ts'

export interface StoreOptions {
  /** Holds `weir.db`; made where it is missing. Not used with Postgres. */
  dataDir: string
  /** The address of a Postgres database, in place of SQLite. */
  databaseUrl?: string
  log?: Log
  committed?: Committed
}

/** Opens the store: in Postgres, or with SQLite in the data directory. */
export async function openStore({ dataDir, databaseUrl, log, committed }: StoreOptions): Promise<Store> {
  if (databaseUrl === undefined) return openSqliteStore({ dataDir, log, committed })
  const { openPostgresStore } = await import('./postgres/open.ts')
  return openPostgresStore({ url: databaseUrl, log, committed })
}
