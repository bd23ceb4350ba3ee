/** Rows that may stand above a table. */
const MAX_ROWS = 20

/** Lines of one text each above a table of several columns: as many rows as that at its beginning. */
export const notesOf = <Cell>(table: readonly (readonly Cell[])[], isFilled: (cell: Cell) => boolean): string[] => {
  const counts = table.slice(0, MAX_ROWS).map((row) => row.filter(isFilled).length)
  const first = counts.findIndex((count) => count > 1)
  if (first < 1 || counts[first]! < 3 || table.length < first + 2) return []
  return table.slice(0, first).map((row) => String(row.find(isFilled)).trim())
}
