import { sql } from 'kysely'
import type { AnyTables, Dialect } from '../port.ts'

const inPostgres = sql<{ name: string }>`
  select table_name as name from information_schema.tables
  where table_schema = current_schema() and table_type = 'BASE TABLE'`
const inSqlite = sql<{ name: string }>`select name from sqlite_master where type = 'table'`

/** The tables that a store has. */
export async function tableNames(db: AnyTables, dialect: Dialect): Promise<Set<string>> {
  const { rows } = await (dialect === 'postgres' ? inPostgres : inSqlite).execute(db)
  return new Set(rows.map(({ name }) => name))
}
