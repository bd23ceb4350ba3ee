/**
 * The store that tests run on: SQLite or, with `WEIR_TEST_STORE=postgres`, a real Postgres with a separate database
 * for each data directory.
 */
import { resolve } from 'node:path'
import type { RawBuilder } from 'kysely'
import type { StoreOptions } from '../core/store/index.ts'

/** For tests of the SQLite file itself, which have no counterpart on Postgres. */
export const isSqlite = process.env.WEIR_TEST_STORE !== 'postgres'

/** The settings that select the store of a data directory, always the same one. */
export async function storeSettings(dataDir: string): Promise<Record<string, string>> {
  if (isSqlite) return {}
  return { WEIR_DATABASE_URL: await databaseOf(dataDir), WEIR_SECRET: 'the secret of tests on Postgres, for all' }
}

/** Opens the store of a data directory, or of `databaseUrl` if given. */
export async function openStore(options: StoreOptions) {
  // Imported only here, as every test process loads this file just to see which store it runs on.
  const { openStore } = await import('../core/store/index.ts')
  return openStore({ ...options, databaseUrl: options.databaseUrl ?? (await databaseUrlOf(options.dataDir)) })
}

/** The `WEIR_DATABASE_URL` of a data directory; undefined on SQLite. */
export const databaseUrlOf = async (dataDir: string) => (isSqlite ? undefined : await databaseOf(dataDir))

/**
 * The database of a data directory, created if there is none. The Postgres code is imported only when needed, as
 * benchmarks measure the memory of processes that load this file.
 */
export async function databaseOf(dataDir: string): Promise<string> {
  const { databaseOf } = await import('./postgres.ts')
  return databaseOf(resolve(dataDir))
}

/** The rows of a query to the store of a data directory, which a running service may use. */
export async function readRows<R>(dataDir: string, query: RawBuilder<R>): Promise<R[]> {
  const store = await openStore({ dataDir })
  try {
    return (await query.execute(store.db())).rows
  } finally {
    await store.close()
  }
}
