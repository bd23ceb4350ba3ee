/** A cell of a table: a number says so, an empty one is null. */
export type Value = string | number | boolean | null

/**
 * Whether a table's first row names its columns: it does unless it has a number, a date or a truth value, which no name
 * is. Years may stand above columns of other numbers.
 */
export const isHead = (row: readonly Value[], next: readonly Value[] | undefined): boolean => {
  if (row.every((cell) => cell === null || isName(cell))) return row.some((cell) => cell !== null)
  const first = row.find((cell) => cell !== null)
  return (
    typeof first === 'string' &&
    next !== undefined &&
    row.every((cell, i) => cell === null || isName(cell) || (isYear(cell) && !isYear(next[i] ?? null)))
  )
}

const isName = (cell: Value): boolean => typeof cell === 'string' && !/^\d{4}-\d{2}-\d{2}(T[\d:.]+)?$/.test(cell)

const isYear = (cell: Value): boolean =>
  typeof cell === 'number' && Number.isInteger(cell) && cell >= 1500 && cell <= 2200
