import { sql } from 'kysely'
import type { Store, Tx } from '../../store/index.ts'
import { tableNames } from '../../store/queries/table-names.ts'

/** The tables that a store has. */
export const tablesOf = (store: Store): Promise<Set<string>> => tableNames(store.db(), store.dialect)

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
