import { type AnyTables, type Store, statement } from '../../store/index.ts'
import { CopyFailure } from '../failure.ts'
import { type Cast, castsOf } from './cast.ts'
import { setSequences } from './sequences.ts'
import type { Row, Table, TableSource } from './source.ts'
import { addedColumns, createSummer, type Sums } from './sums.ts'

/** The most values of one statement; SQLite accepts 32,766. */
const MAX_VALUES = 8000

/** A filled table, with the counts of the rows that were read. */
export interface Filled extends Sums {
  name: string
}

export interface FillOptions {
  /** Called with the rows as they are copied. */
  seen?(table: Table, rows: readonly Row[]): void
}

/** Copies all rows of these tables into a store's tables of the same names, and sets their sequences. */
export async function fillTables(
  store: Store,
  source: TableSource,
  tables: readonly Table[],
  { seen }: FillOptions = {},
): Promise<Filled[]> {
  const filled: Filled[] = []
  const cast = await castsOf(store)
  for (const table of tables) {
    const summer = createSummer(table)
    const most = Math.max(1, Math.floor(MAX_VALUES / table.columns.length))
    for await (const rows of source.rows(table)) {
      summer.add(rows)
      seen?.(table, rows)
      await store.write(
        async (tx) => {
          for (let at = 0; at < rows.length; at += most) await insert(tx.db(), table, rows.slice(at, at + most), cast)
        },
        { durable: false },
      )
    }
    filled.push({ name: table.name, ...summer.result() })
  }
  await store.write((tx) => setSequences(tx.db(), store.dialect, source.sequences))
  return filled
}

async function insert(db: AnyTables, { name, columns }: Table, rows: readonly Row[], cast: Cast) {
  const values = rows.map((row) =>
    Object.fromEntries(columns.map((column, at) => [column, cast(name, column, row[at])])),
  )
  await db.insertInto(name).values(values).execute()
}

/** The counts of a table in a store. */
async function sumsOf(store: Store, table: Table): Promise<Sums> {
  const columns = addedColumns(table)
  const query = statement<[], Record<string, number | null>>((db) =>
    db
      .selectFrom(table.name)
      .select((of) => [of.fn.countAll().as('rows'), ...columns.map((column) => of.fn.sum(column).as(`sum_${column}`))]),
  )
  const found = await store.get(query)
  return {
    rows: Number(found?.rows),
    sums: Object.fromEntries(columns.map((column) => [column, Number(found?.[`sum_${column}`] ?? 0)])),
  }
}

/** Throws unless the store's tables contain what was read. */
export async function checkFilled(store: Store, tables: readonly Table[], filled: readonly Filled[]) {
  for (const table of tables) {
    const expected = filled.find(({ name }) => name === table.name)
    const found = await sumsOf(store, table)
    if (!expected || expected.rows !== found.rows)
      throw new CopyFailure(`The table ${table.name} has ${found.rows} rows where ${expected?.rows ?? 0} were read`)
    for (const [column, sum] of Object.entries(expected.sums))
      if (found.sums[column] !== sum)
        throw new CopyFailure(`${column} of ${table.name} adds up to ${found.sums[column]} where ${sum} was read`)
  }
}
