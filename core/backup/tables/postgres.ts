import { sql } from 'kysely'
import { Connection, connectionConfig } from '../../store/postgres/connection.ts'
import { postgresKysely } from '../../store/postgres/dialect.ts'
import { readPostgresSequences } from './sequences.ts'
import { inOrder, type Row, sizeOf, type TableSource, type Value } from './source.ts'

/** Milliseconds for one query of some rows, as the server may be busy. */
const QUERY_TIME = 120_000
/** Rows fetched at a time: their number is adapted so that they have about BATCH_BYTES. */
const FIRST_ROWS = 50
const MAX_ROWS = 2000
const BATCH_BYTES = 1 << 20

interface Names {
  name: string
  other: string
}

/** A snapshot of the store in a Postgres database, which servers may be using. */
export async function openPostgresSource(url: string): Promise<TableSource> {
  const connection = new Connection({
    ...connectionConfig(url),
    statement_timeout: QUERY_TIME,
    // The transaction is idle while it waits for the place that the rows are written to.
    idle_in_transaction_session_timeout: 0,
  })
  const ask = (text: string, values: Value[] = []) => connection.ask({ text, values }, { timeout: QUERY_TIME + 2_000 })
  try {
    await connection.connect()
    await ask('begin isolation level repeatable read read only')
    const db = postgresKysely<Record<string, never>>(async ({ sql, parameters }) => {
      const { rows } = await ask(sql, [...parameters] as Value[])
      return { rows }
    })
    const { rows: columns } = await sql<Names>`
      select c.table_name as name, c.column_name as other
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      order by c.table_name, c.ordinal_position`.execute(db)
    const { rows: references } = await sql<Names>`
      select a.relname as name, b.relname as other
      from pg_constraint join pg_class a on a.oid = conrelid join pg_class b on b.oid = confrelid
      where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(db)
    const columnsOf = Map.groupBy(columns, ({ name }) => name)
    const tables = [...columnsOf].map(([name, all]) => ({ name, columns: all.map(({ other }) => other) }))
    const referred = Map.groupBy(references, ({ name }) => name)
    const sets = new Map([...referred].map(([name, all]) => [name, new Set(all.map(({ other }) => other))]))
    return {
      dialect: 'postgres',
      tables: inOrder(tables, sets),
      sequences: await readPostgresSequences(db),
      async *rows({ name, columns }) {
        const query = sql`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}`
        await ask(`declare backup no scroll cursor for ${query.compile(db).sql}`)
        for (let most = FIRST_ROWS; ; ) {
          const { rows } = await ask(`fetch ${most} from backup`)
          if (rows.length === 0) break
          const batch = rows.map((row): Row => columns.map((column) => row[column]))
          yield batch
          const bytes = batch.reduce((sum, row) => sum + row.reduce((all: number, value) => all + sizeOf(value), 0), 0)
          const fitting = Math.ceil((rows.length * BATCH_BYTES) / Math.max(1, bytes))
          most = Math.min(MAX_ROWS, 2 * most, Math.max(1, fitting))
        }
        await ask('close backup')
      },
      close: async () => connection.drop(),
    }
  } catch (error) {
    connection.drop()
    throw error
  }
}
