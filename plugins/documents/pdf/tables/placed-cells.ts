import type { Cell } from '../model.ts'

/** A cell and how far its text reaches; of one without text, nowhere. */
export interface PlacedCell {
  cell: Cell
  left: number
  right: number
}

const EMPTY: Cell = { spans: [], columns: 1, rows: 1, isHead: false }

/**
 * Rows as wide as the widest. A page's tree leaves out what has no content, so empty cells are missing: where the
 * text of the others stands tells which.
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
      // One that is below no column stands behind the one before it.
      const at = Math.min(found, width - rest)
      while (cells.length < at) cells.push(EMPTY)
      cells.push(cell)
    }
    while (cells.length < width) cells.push(EMPTY)
    return cells
  })
}
