import type { CellValue } from '../../content/sandbox-toolkit.ts'

/**
 * Whether the first row of a table names its columns. It does not if it has a number, a date or a boolean, except for
 * years above columns of other numbers.
 */
export const isHead = (row: readonly CellValue[], next: readonly CellValue[] | undefined): boolean => {
  if (row.every((cell) => cell === null || isName(cell))) return row.some((cell) => cell !== null)
  const first = row.find((cell) => cell !== null)
  return (
    typeof first === 'string' &&
    next !== undefined &&
    row.every((cell, i) => cell === null || isName(cell) || (isYear(cell) && !isYear(next[i] ?? null)))
  )
}

const isName = (cell: CellValue): boolean => typeof cell === 'string' && !/^\d{4}-\d{2}-\d{2}(T[\d:.]+)?$/.test(cell)

const isYear = (cell: CellValue): boolean =>
  typeof cell === 'number' && Number.isInteger(cell) && cell >= 1500 && cell <= 2200
