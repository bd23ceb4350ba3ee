import { sql } from 'kysely'
import type { AnyTables, Dialect } from '../../store/index.ts'

/** Columns with a Postgres sequence, and its last value. */
const COUNTED = sql<{ name: string; column: string; sequence: string; last: number | null }>`
  select table_name as name, column_name as "column", sequence, pg_sequence_last_value(sequence::regclass) as last
  from (
    select table_name, column_name,
      pg_get_serial_sequence(quote_ident(table_schema) || '.' || quote_ident(table_name), column_name) as sequence
    from information_schema.columns where table_schema = current_schema()
  ) as columns
  where sequence is not null`

/** The last number that Postgres assigned to a row, by table. */
export async function readPostgresSequences(db: AnyTables): Promise<Record<string, number>> {
  const { rows } = await COUNTED.execute(db)
  return Object.fromEntries(rows.flatMap(({ name, last }) => (last === null ? [] : [[name, Number(last)]])))
}

/**
 * Sets the sequences of a filled store to continue after the numbers of its rows, and after the source's sequences,
 * so that numbers of deleted rows are not reused.
 */
export async function setSequences(db: AnyTables, dialect: Dialect, given: Readonly<Record<string, number>>) {
  if (dialect === 'postgres') {
    const { rows } = await COUNTED.execute(db)
    for (const { name, column, sequence } of rows) {
      const highest = sql`(select max(${sql.ref(column)}) from ${sql.table(name)})`
      await sql`select setval(${sequence}::regclass, greatest(${highest}, ${given[name] ?? 0}, 1),
        greatest(${highest}, ${given[name] ?? 0}) is distinct from 0)`.execute(db)
    }
    return
  }
  const { rows } = await sql`select 1 from sqlite_master where name = 'sqlite_sequence'`.execute(db)
  if (rows.length === 0) return
  for (const [name, last] of Object.entries(given)) {
    const changed = await sql`update sqlite_sequence set seq = max(seq, ${last}) where name = ${name}`.execute(db)
    if (changed.numAffectedRows === 0n)
      await sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`.execute(db)
  }
}
