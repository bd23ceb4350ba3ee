import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../../store/index.ts'
import type { Value } from './source.ts'

/** Columns with a type that the store's values do not have, such as `tsvector` in Postgres. */
const OTHER_TYPES = sql<{ name: string; column: string; type: string }>`
  select table_name as name, column_name as "column", udt_name as type from information_schema.columns
  where table_schema = current_schema() and udt_name not in ('text', 'varchar', 'int2', 'int4', 'int8', 'bytea')`

/** Converts a value for a column of a store. */
export type Cast = (table: string, column: string, value: Value | undefined) => Value | undefined | RawBuilder<unknown>

/** Adds the casts from text that Postgres does not make by itself, although it returned the value as text. */
export async function castsOf(store: Store): Promise<Cast> {
  if (store.dialect !== 'postgres') return (_, __, value) => value
  const { rows } = await OTHER_TYPES.execute(store.db())
  const types = new Map(rows.map(({ name, column, type }) => [`${name}.${column}`, type]))
  return (table, column, value) => {
    const type = types.get(`${table}.${column}`)
    return type !== undefined && typeof value === 'string' ? sql`${value}::${sql.ref(type)}` : value
  }
}
