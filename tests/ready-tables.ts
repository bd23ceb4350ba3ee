/** SQLite files whose tables exist already: creating the tables is most of the work of opening a store. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../core/store/index.ts'
import { isSqlite, openStore } from './store.ts'

/**
 * Returns a function that puts a store with tables, and without rows, into a data directory that has none. Its file
 * is made once in this process.
 */
export function readyTables(make: () => Promise<Uint8Array>): (dataDir: string) => Promise<void> {
  let tables: Promise<Uint8Array> | undefined
  return async (dataDir) => {
    if (!isSqlite) return
    tables ??= make()
    const content = await tables
    const file = join(dataDir, 'weir.db')
    if (!existsSync(file)) writeFileSync(file, content, { mode: 0o600 })
  }
}

/** The file of a store with the tables that `migrate` creates. */
export async function createTables(migrate: (store: Store) => Promise<void>): Promise<Uint8Array> {
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
