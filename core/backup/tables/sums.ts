import type { Row, Table, Value } from './source.ts'

/** What of the ledger is added up and compared: its entries, and what accounts have of it. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  ledger: ['amount', 'held'],
  balances: ['monthly', 'used', 'held', 'spent'],
}

/** How many rows a table has, and the sums of its columns that must add up. */
export interface Sums {
  rows: number
  sums: Readonly<Record<string, number>>
}

export const addedColumns = ({ name, columns }: Table): readonly string[] =>
  (ADDED[name] ?? []).filter((column) => columns.includes(column))

/** Counts rows and adds up as they pass. */
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
