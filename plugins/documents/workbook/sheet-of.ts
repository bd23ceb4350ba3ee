import { type CellValue, columnNames, type Sheet } from '../../content/sandbox-toolkit.ts'
import { isHead } from '../data/head.ts'
import { notesOf } from '../data/notes.ts'
import type { Cell, Grid, Range } from './grid.ts'
import { MAX_CELLS } from './workbook.ts'

/** Maximum of rows in which a merged cell is repeated. More rows are a frame, not data. */
const MAX_MERGED_ROWS = 10_000

/**
 * Converts a sheet to a table: without empty rows and columns at the edges, with the lines above it as notes, and
 * with named columns. A cell that is merged over several rows is repeated in each. Undefined if the sheet is empty.
 * If it has more than `most` cells, apart from the empty edges, only its first rows are returned.
 */
export function sheetOf(
  { name, rows, hidden, merges = [], links = [], epoch }: Grid,
  most = MAX_CELLS,
): { sheet: Sheet; isCut: boolean } | undefined {
  fillMerged(rows, merges)
  const filled = rows.filter((row) => row.some(isFilled))
  let left = Number.POSITIVE_INFINITY
  let width = 0
  for (const row of filled) {
    left = Math.min(left, row.findIndex(isFilled))
    width = Math.max(width, row.findLastIndex(isFilled) + 1)
  }
  if (width === 0) return undefined
  const count = Math.min(filled.length, Math.floor(most / (width - left)))

  const table = filled
    .slice(0, count)
    .map((row) => Array.from({ length: width - left }, (_, i) => row[left + i] ?? null))
  const notes = notesOf(table, isFilled, (cell) => String(valuesOf([[cell]], epoch)[0]![0]))
  const values = valuesOf(table.slice(notes.length), epoch)
  const hasHead = isHead(values[0] ?? [], values[1])
  const heads = hasHead ? values[0]! : []
  const sheet: Sheet = {
    name,
    columns: columnNames(Array.from({ length: width - left }, (_, i) => String(heads[i] ?? ''))),
    rows: hasHead ? values.slice(1) : values,
    ...(notes.length > 0 && { notes }),
    ...(hidden && { hidden }),
    ...(links.length > 0 && { links }),
  }
  return { sheet, isCut: count < filled.length }
}

const isFilled = (cell: Cell | undefined) =>
  cell !== null && cell !== undefined && (typeof cell !== 'string' || cell.trim() !== '')

/** Repeats merged cells in each of their rows, within the limit of cells in a workbook. */
const fillMerged = (rows: Cell[][], merges: readonly Range[]) => {
  let left = MAX_CELLS
  for (const { startRow, startCol, endRow } of merges) {
    const value = rows[startRow]?.[startCol] ?? null
    if (value === null || endRow - startRow > MAX_MERGED_ROWS) continue
    for (let at = startRow + 1; at <= Math.min(endRow, rows.length - 1); at++) {
      const row = rows[at]!
      left -= Math.max(1, startCol - row.length)
      if (left < 0) return
      while (row.length <= startCol) row.push(null)
      row[startCol] = value
    }
  }
}

/** Converts cells to values. The dates of a column are given with time if one of them has a time. */
const valuesOf = (table: readonly Cell[][], epoch: number): CellValue[][] => {
  const timed = new Set<number>()
  for (const row of table) {
    for (const [i, cell] of row.entries()) if (cell instanceof Date && +cell >= epoch && hasTime(cell)) timed.add(i)
  }
  return table.map((row) =>
    row.map((cell, i) => {
      if (cell instanceof Date) return written(cell, epoch, timed.has(i))
      if (typeof cell === 'number') return Number.isFinite(cell) ? shown(cell) : null
      return cell === '' ? null : cell
    }),
  )
}

/** A number with 15 digits, as programs show it. They calculate with 17. */
const shown = (number: number): number => (Number.isInteger(number) ? number : Number(number.toPrecision(15)))

/** A date rounded to seconds. Programs store time as a fraction of a day, which is rarely exact. */
const seconds = (date: Date): Date => {
  const rounded = Math.round(+date / 1000) * 1000
  return Math.abs(rounded - +date) <= 5 ? new Date(rounded) : date
}

const hasTime = (date: Date): boolean => !seconds(date).toISOString().endsWith('T00:00:00.000Z')

const written = (date: Date, epoch: number, isTimed: boolean): string | null => {
  if (Number.isNaN(+date)) return null
  const iso = seconds(date)
    .toISOString()
    .replace(/\.000Z$|Z$/, '')
  if (+date < epoch) return iso.slice(iso.indexOf('T') + 1)
  return isTimed ? iso : iso.slice(0, iso.indexOf('T'))
}
