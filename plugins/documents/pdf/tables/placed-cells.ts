import type { Cell } from '../model.ts'

/** A cell with the horizontal extent of its text, if it has any. */
export interface PlacedCell {
  cell: Cell
  left: number
  right: number
}

const EMPTY: Cell = { spans: [], columns: 1, rows: 1, isHead: false }

/**
 * Fills all rows up to the width of the widest. Empty cells are missing in structure trees, and are inferred from the
 * positions of the others.
 */
export function fillRows(rows: readonly PlacedCell[][]): Cell[][] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const full = rows.filter((row) => row.length === width && row.every(({ left }) => Number.isFinite(left)))
  const columns = Array.from({ length: width }, (_, i) => ({
    left: Math.min(...full.map((row) => row[i]!.left)),
    right: Math.max(...full.map((row) => row[i]!.right)),
  }))
  return rows.map((row) => {
    if (row.length === width || full.length === 0) return row.map(({ cell }) => cell)
    const cells: Cell[] = []
    for (const [i, { cell, left, right }] of row.entries()) {
      const rest = row.length - i
      const found = columns.findIndex((column, at) => at >= cells.length && left < column.right && column.left < right)
      // A cell that is below no column follows the one before it.
      const at = Math.min(found, width - rest)
      while (cells.length < at) cells.push(EMPTY)
      cells.push(cell)
    }
    while (cells.length < width) cells.push(EMPTY)
    return cells
  })
}
