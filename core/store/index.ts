import type { Log } from '../log.ts'
import type { Store } from './port.ts'
import { openSqliteStore } from './sqlite/open.ts'

export * from './port.ts'

export interface StoreOptions {
  /** Holds `weir.db`; made where it is missing. */
  dataDir: string
  log?: Log
  /** Is told of each commit: how many transactions it held, and how long they took with it. */
  committed?: (transactions: number, ms: number) => void
}

/** Opens the store: SQLite in the data directory. */
export const openStore = (options: StoreOptions): Promise<Store> => openSqliteStore(options)
