/**
 * The store that tests run on: SQLite, or with `WEIR_TEST_STORE=postgres` a database of its own for each data
 * directory, in a real Postgres.
 */
import { resolve } from 'node:path'
import type { RawBuilder } from 'kysely'
import type { StoreOptions } from '../core/store/index.ts'

/** For what is about SQLite's own file, and has no like in Postgres. */
export const isSqlite = process.env.WEIR_TEST_STORE !== 'postgres'

/** The settings that lead to the store of a data directory, each time to the same. */
export async function storeSettings(dataDir: string): Promise<Record<string, string>> {
  if (isSqlite) return {}
  return { WEIR_DATABASE_URL: await databaseOf(dataDir), WEIR_SECRET: 'the secret of tests on Postgres, for all' }
}

/** Opens the store of a data directory, or of the database that is named. */
export async function openStore(options: StoreOptions) {
  // Loaded by those that open one: every process of tests reads above which store it is.
  const { openStore } = await import('../core/store/index.ts')
  return openStore({ ...options, databaseUrl: options.databaseUrl ?? (await databaseUrlOf(options.dataDir)) })
}

/** What `WEIR_DATABASE_URL` is for a data directory: nothing on SQLite. */
export const databaseUrlOf = async (dataDir: string) => (isSqlite ? undefined : await databaseOf(dataDir))

/**
 * The database of a directory, made where it has none. What that takes is loaded only then: benches measure the
 * memory of what starts here.
 */
export async function databaseOf(dataDir: string): Promise<string> {
  const { databaseOf } = await import('./postgres.ts')
  return databaseOf(resolve(dataDir))
}

/** What a query gives of the store of a data directory, which a service may have open. */
export async function readRows<R>(dataDir: string, query: RawBuilder<R>): Promise<R[]> {
  const store = await openStore({ dataDir })
  try {
    return (await query.execute(store.db())).rows
  } finally {
    await store.close()
  }
}
