/**
 * The store that tests run on: SQLite, or with `WEIR_TEST_STORE=postgres` a separate database for each data
 * directory, in a real Postgres.
 */
import { resolve } from 'node:path'
import type { RawBuilder } from 'kysely'
import type { StoreOptions } from '../core/store/index.ts'

/** For tests of SQLite's own file, which has no equivalent in Postgres. */
export const isSqlite = process.env.WEIR_TEST_STORE !== 'postgres'

/** The settings that lead to the store of a data directory, always to the same one. */
export async function storeSettings(dataDir: string): Promise<Record<string, string>> {
  if (isSqlite) return {}
  return { WEIR_DATABASE_URL: await databaseOf(dataDir), WEIR_SECRET: 'the secret of tests on Postgres, for all' }
}

/** Opens the store of a data directory, or of a given database. */
export async function openStore(options: StoreOptions) {
  // Loaded only by tests that open a store: every test process reads above which kind it is.
  const { openStore } = await import('../core/store/index.ts')
  return openStore({ ...options, databaseUrl: options.databaseUrl ?? (await databaseUrlOf(options.dataDir)) })
}

/** The value of `WEIR_DATABASE_URL` for a data directory: undefined on SQLite. */
export const databaseUrlOf = async (dataDir: string) => (isSqlite ? undefined : await databaseOf(dataDir))

/**
 * The database of a directory, created if it has none. What that takes is loaded only then: benchmarks measure the
 * memory of what starts here.
 */
export async function databaseOf(dataDir: string): Promise<string> {
  const { databaseOf } = await import('./postgres.ts')
  return databaseOf(resolve(dataDir))
}

/** The result of a query on the store of a data directory, which a service may have open. */
export async function readRows<R>(dataDir: string, query: RawBuilder<R>): Promise<R[]> {
  const store = await openStore({ dataDir })
  try {
    return (await query.execute(store.db())).rows
  } finally {
    await store.close()
  }
}
