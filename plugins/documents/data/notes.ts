/** Maximum of lines above a table. */
const MAX_ROWS = 20

/** The texts of the leading rows with one cell at most, if a table of three or more columns follows. */
export const notesOf = <Cell>(
  table: readonly (readonly Cell[])[],
  isFilled: (cell: Cell) => boolean,
  textOf: (cell: Cell) => string = String,
): string[] => {
  const counts = table.slice(0, MAX_ROWS).map((row) => row.filter(isFilled).length)
  const first = counts.findIndex((count) => count > 1)
  if (first < 1 || counts[first]! < 3 || table.length < first + 2) return []
  return table.slice(0, first).map((row) => {
    const cell = row.find(isFilled)
    return cell === undefined ? '' : textOf(cell).trim()
  })
}
