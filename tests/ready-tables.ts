/** SQLite files whose tables exist already: creating the tables is most of the work of opening a store. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Store } from '../core/store/index.ts'
import { isSqlite, openStore } from './store.ts'

/** Names the file with all tables that `run.ts` makes once for all its parts. */
export const TABLES_VARIABLE = 'WEIR_TEST_TABLES'
const given = process.env[TABLES_VARIABLE]
const made = given && existsSync(given) ? given : undefined

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

/** The file of a store with the tables of the core and of all plugins. */
export const createAllTables = () =>
  createTables(async (store) => {
    // Imported only here, as a process that was given the file may not need them.
    const { loadConfig } = await import('../core/config.ts')
    const { CORE, coreMigrations } = await import('../core/host/core-migrations.ts')
    const { loadPlugins } = await import('../core/host/load.ts')
    await store.migrate(CORE, coreMigrations)
    for (const { name, migrations } of await loadPlugins(await loadConfig({}, join(import.meta.dirname, '..'))))
      await store.migrate(name, migrations ?? [])
  })

export const addAllTables = readyTables(async () => (made ? readFileSync(made) : createAllTables()))

/** For a service in its own process, which creates its tables itself sooner than this process could. */
export async function addMadeTables(dataDir: string): Promise<void> {
  if (made) await addAllTables(dataDir)
}
