/** SQLite files whose tables exist already: creating the tables is most of the work of opening a store. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../core/store/index.ts'
import { isSqlite, openStore } from './store.ts'

/**
 * Returns a function that puts a store with the tables that `migrate` creates, and without rows, into a data directory
 * that has none. The tables are created once in this process.
 */
export function readyTables(migrate: (store: Store) => Promise<void>): (dataDir: string) => Promise<void> {
  let tables: Promise<Uint8Array> | undefined
  return async (dataDir) => {
    if (!isSqlite) return
    tables ??= makeTables(migrate)
    const content = await tables
    const file = join(dataDir, 'weir.db')
    if (!existsSync(file)) writeFileSync(file, content, { mode: 0o600 })
  }
}

async function makeTables(migrate: (store: Store) => Promise<void>): Promise<Uint8Array> {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-tables-'))
  try {
    const store = await openStore({ dataDir })
    await migrate(store)
    await store.close()
    return readFileSync(join(dataDir, 'weir.db'))
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}
