/**
 * The tables of the core and of all plugins, with which the services of tests start. `bun tests/all-tables.ts FILE`
 * writes them to a file: `run.ts` does so once for all its parts.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from '../core/store/index.ts'
import { createTables, readyTables } from './ready-tables.ts'

/** Names the file to the parts. */
export const TABLES_VARIABLE = 'WEIR_TEST_TABLES'
const given = process.env[TABLES_VARIABLE]
const made = given && existsSync(given) ? given : undefined

/** The plugins are loaded only here, as parts that have the file may not need them. */
async function migrateAll(store: Store): Promise<void> {
  const { CORE, coreMigrations } = await import('../core/host/core-migrations.ts')
  const { loadConfig } = await import('../core/config.ts')
  const { loadPlugins } = await import('../core/host/load.ts')
  await store.migrate(CORE, coreMigrations)
  for (const { name, migrations } of await loadPlugins(await loadConfig({}, join(import.meta.dirname, '..'))))
    await store.migrate(name, migrations ?? [])
}

export const addAllTables = readyTables(async () => (made ? readFileSync(made) : createTables(migrateAll)))

/** For a service in its own process, which creates its tables itself sooner than this process could. */
export async function addMadeTables(dataDir: string): Promise<void> {
  if (made) await addAllTables(dataDir)
}

const [file] = process.argv.slice(2)
if (import.meta.main && file) writeFileSync(file, await createTables(migrateAll))
