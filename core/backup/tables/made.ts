import { sql } from 'kysely'
import type { Store, Tx } from '../../store/index.ts'

const postgresTables = sql<{ name: string }>`
  select table_name as name from information_schema.tables
  where table_schema = current_schema() and table_type = 'BASE TABLE'`
const sqliteTables = sql<{ name: string }>`select name from sqlite_master where type = 'table'`

/** The tables that a store has. */
export async function tablesOf(store: Store): Promise<Set<string>> {
  const { rows } = await (store.dialect === 'postgres' ? postgresTables : sqliteTables).execute(store.db())
  return new Set(rows.map(({ name }) => name))
}

/** What a Postgres database has, as statements would drop it: tables, and functions of triggers. */
const contents = sql<{ what: string }>`
  select 'table ' || oid::regclass as what from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
  union all
  select 'function ' || oid::regprocedure from pg_proc where pronamespace = current_schema()::regnamespace`

/** Remembers what a Postgres database has, and gives what drops all that was made since. */
export async function rememberContents(store: Store): Promise<(tx: Tx) => Promise<void>> {
  const before = new Set((await contents.execute(store.db())).rows.map(({ what }) => what))
  return async (tx) => {
    const { rows } = await contents.execute(tx.db())
    for (const { what } of rows) if (!before.has(what)) await sql.raw(`drop ${what} cascade`).execute(tx.db())
  }
}
