import type { Row, Table, Value } from './source.ts'

/** The columns of the ledger whose sums are compared: its entries, and the balances of accounts. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  ledger: ['amount', 'held'],
  balances: ['monthly', 'used', 'held', 'spent'],
}

/** The number of a table's rows, and the sums of its columns in ADDED. */
export interface Sums {
  rows: number
  sums: Readonly<Record<string, number>>
}

export const addedColumns = ({ name, columns }: Table): readonly string[] =>
  (ADDED[name] ?? []).filter((column) => columns.includes(column))

/** Counts and sums rows as they are copied. */
export function createSummer(table: Table) {
  const at = addedColumns(table).map((column) => [column, table.columns.indexOf(column)] as const)
  const sums: Record<string, number> = Object.fromEntries(at.map(([column]) => [column, 0]))
  let rows = 0
  return {
    add(batch: readonly Row[]) {
      rows += batch.length
      for (const row of batch) for (const [column, index] of at) sums[column]! += Number(row[index] as Value)
    },
    result: (): Sums => ({ rows, sums }),
  }
}
