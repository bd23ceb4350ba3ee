import { sql } from 'kysely'
import type { Store, Tx } from '../../store/index.ts'

const postgresTables = sql<{ name: string }>`
  select table_name as name from information_schema.tables
  where table_schema = current_schema() and table_type = 'BASE TABLE'`
const sqliteTables = sql<{ name: string }>`select name from sqlite_master where type = 'table'`

/** The names of a store's tables. */
export async function tablesOf(store: Store): Promise<Set<string>> {
  const { rows } = await (store.dialect === 'postgres' ? postgresTables : sqliteTables).execute(store.db())
  return new Set(rows.map(({ name }) => name))
}

/** The objects of a Postgres database, in the form for `drop`: tables, and functions of triggers. */
const contents = sql<{ what: string }>`
  select 'table ' || oid::regclass as what from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
  union all
  select 'function ' || oid::regprocedure from pg_proc where pronamespace = current_schema()::regnamespace`

/** Records the objects of a Postgres database, and returns a function that drops all newer ones. */
export async function rememberContents(store: Store): Promise<(tx: Tx) => Promise<void>> {
  const before = new Set((await contents.execute(store.db())).rows.map(({ what }) => what))
  return async (tx) => {
    const { rows } = await contents.execute(tx.db())
    for (const { what } of rows) if (!before.has(what)) await sql.raw(`drop ${what} cascade`).execute(tx.db())
  }
}
