import type { Cell, Line, Table } from '../model.ts'
import { codeNumberOf } from '../text/code.ts'
import { isLed } from '../text/leader.ts'
import { lineOf } from '../text/lines.ts'
import { markerOf } from '../text/markers.ts'
import { joinLines, spansOf, type Vocabulary } from '../text/spans.ts'
import { withHead } from './with-head.ts'

/** Lines on one baseline, from left to right. */
type Row = Line[]

interface Column {
  left: number
  right: number
}

/** Maximum gap between rows of a table, relative to the size of the text. */
const MAX_ROW_GAP = 2.6
/** Lines with a smaller gap may belong to one row, relative to the size of the text. */
const CONTINUED = 0.45
/** Minimum gap between columns, relative to the size of the text. */
const MIN_COLUMN_GAP = 0.45
/** Minimum share of the columns in which rows with several columns have text, on average. */
const MIN_FILLED = 0.45
const MAX_COLUMNS = 40
/** Maximum of lines of a header, and the minimum distance of rows, relative to that of those lines. */
const MAX_HEAD_LINES = 4
const HEAD_GAP = 1.15
/** The end of a line of a table of contents: a page number, alone or after leader dots. */
const PAGE = /(?:^|[\s.\u00b7\u2026_])(?:\d{1,4}|[ivxlc]{1,7})$/i
/**
 * Maximum of rows that are tried for a table, for each row of a region: what turns out to be none is tried again from
 * its second row. Regions of up to twice as many rows never reach it.
 */
const MAX_TRIED = 50

/** Turns lines of a region that are set in columns into tables. The order is kept. */
export function takeAlignedTables(lines: readonly Line[], words: Vocabulary): (Line | Table)[] {
  const rows = rowsOf(lines)
  const found: (Line | Table)[] = []
  let left = MAX_TRIED * rows.length
  for (let i = 0; i < rows.length; ) {
    const end = rows[i]!.length > 1 && left > 0 ? endOfTable(rows, i) : i
    left -= end - i
    if (end > i && (isContents(rows, i, end) || isCode(rows, i, end))) {
      found.push(...rows.slice(i, end).map((row) => lineOf(row.flatMap(({ runs }) => runs))))
      i = end
      continue
    }
    const isTable = end > i && !isJustified(rows, i, end)
    const hasHead = isTable && i > 0 && isHeadOf(rows.slice(i, end), rows[i - 1]!) && !('kind' in found.at(-1)!)
    const table = isTable ? tableOf(rows.slice(hasHead ? i - 1 : i, end), words) : null
    if (table !== null) {
      if (hasHead) found.pop()
      found.push(table)
    } else found.push(lineOf(rows[i]!.flatMap(({ runs }) => runs)))
    i = table === null ? i + 1 : end
  }
  return found
}

const textOf = ({ runs }: Line) => runs.map(({ text }) => text).join(' ')

/** Groups lines by baseline. An item at a distance from its bullet or number is one line with it. */
function rowsOf(lines: readonly Line[]): Row[] {
  const rows: Row[] = []
  for (const line of [...lines].sort((a, b) => a.baseline - b.baseline || a.left - b.left)) {
    const row = rows.at(-1)
    if (row !== undefined && Math.abs(row[0]!.baseline - line.baseline) < 0.3 * Math.min(row[0]!.size, line.size)) {
      row.push(line)
    } else rows.push([line])
  }
  return rows.map((row) => {
    row.sort((a, b) => a.left - b.left)
    const [first, second] = row
    const isItem =
      row.length === 2 && markerOf(textOf(first!).trim(), true) !== null && textOf(first!).trim().length < 6
    return isItem ? [lineOf([...first!.runs, ...second!.runs])] : row
  })
}

const allColumns = (rows: readonly Row[]) => rows.reduce<Column[]>((all, row) => unite(all, columnsOf(row)), [])

/** Whether a row is the header: its names are closer together than the cells below them, but can be told apart. */
function isHeadOf(rows: readonly Row[], row: Row): boolean {
  const columns = allColumns(rows)
  return (
    row.length === 1 &&
    gapBetween(row, rows[0]!) < MAX_ROW_GAP * row[0]!.size &&
    columnsOf(row).length === columns.length &&
    unite(columns, columnsOf(row)).length === columns.length
  )
}

/**
 * Whether the cells of each column are aligned at the left, at the right or in the middle, unlike words in justified
 * lines.
 */
function areAligned(rows: readonly Row[]): boolean {
  const columns = allColumns(rows)
  return columns.every(({ left, right }, i) => {
    const cells = rows.map((row) => columnsOf(row).filter((cell) => cell.left < right && left < cell.right))
    if (cells.some(({ length }) => length > 1)) return false
    const filled = cells.flat()
    const isOne = (places: readonly number[]) => Math.max(...places) - Math.min(...places) < 1.5
    // In justified text, too, all lines end in the same place.
    const isOuter = i === columns.length - 1
    return (
      isOne(filled.map((cell) => cell.left)) ||
      (!isOuter && isOne(filled.map((cell) => cell.right))) ||
      isOne(filled.map((cell) => cell.left + cell.right))
    )
  })
}

/**
 * Whether the rows are a few justified lines of a paragraph, with wide gaps between words because the next word did
 * not fit.
 */
function isJustified(rows: readonly Row[], from: number, end: number): boolean {
  if (end - from > 4 || areAligned(rows.slice(from, end))) return false
  const [first, last] = [rows[from]!, rows[end - 1]!]
  const { size } = first[0]!
  const left = Math.min(...rows.slice(from, end).map((row) => row[0]!.left))
  const right = Math.max(...rows.slice(from, end).map((row) => row.at(-1)!.right))
  const columns = allColumns(rows.slice(from, end))
  const isPartOf = (row: Row | undefined, gap: number) =>
    row?.length === 1 &&
    unite(columns, columnsOf(row)).length < 2 &&
    gap < 0.6 * size &&
    Math.abs(row[0]!.size - size) < 0.6 &&
    row[0]!.right - row[0]!.left > 0.7 * (right - left) &&
    row[0]!.left < left + 2 * size
  const before = rows[from - 1]
  const after = rows[end]
  return (
    isPartOf(before, before ? gapBetween(before, first) : 0) || isPartOf(after, after ? gapBetween(last, after) : 0)
  )
}

/** Whether the rows are code, which keeps its own columns and may have line numbers. */
function isCode(rows: readonly Row[], from: number, end: number): boolean {
  const runs = rows.slice(from, end).map((row) => row.flatMap((line) => line.runs))
  const numbers = runs.map((row) => codeNumberOf({ runs: row }))
  const isNumbered = numbers.every((number, i) => number !== null && number === numbers[0]! + i)
  return isNumbered || runs.every((row) => row.every(({ mono }) => mono))
}

/**
 * Whether the rows are a table of contents: at least half have leader dots, as names of chapters may lack them, or a
 * row among or beside them has, and all end with a page number.
 */
function isContents(rows: readonly Row[], from: number, end: number): boolean {
  const within = rows.slice(from, end)
  const isLine = (row: Row) => isLed(row.map(textOf).join(' '))
  if (within.filter(isLine).length * 2 >= within.length) return true
  return (
    rows.slice(Math.max(0, from - 1), end + 1).some(isLine) &&
    within.every((row) => PAGE.test(textOf(row.at(-1)!).trimEnd()))
  )
}

const gapBetween = (above: Row, below: Row) =>
  Math.min(...below.map(({ top }) => top)) - Math.max(...above.map(({ bottom }) => bottom))

/** The index after the last row of the table that may begin at `from`. */
function endOfTable(rows: readonly Row[], from: number): number {
  let columns = columnsOf(rows[from]!)
  let end = from + 1
  for (; end < rows.length; end++) {
    const row = rows[end]!
    const { size } = row[0]!
    if (gapBetween(rows[end - 1]!, row) > MAX_ROW_GAP * size) break
    const merged = unite(columns, columnsOf(row))
    if (row.length > 1) {
      if (merged.length < Math.max(2, columns.length - 1) || merged.length > MAX_COLUMNS) break
    } else if (columnsOf(row).length < 2 || merged.length < columns.length) {
      const isInOne = columns.filter(({ left, right }) => row[0]!.left < right && left < row[0]!.right).length === 1
      const isContinued = gapBetween(rows[end - 1]!, row) < CONTINUED * size
      const isLabel =
        (rows[end + 1]?.length ?? 0) > 1 && unite(merged, columnsOf(rows[end + 1]!)).length >= columns.length
      if (!isInOne || !(isContinued || isLabel)) break
    }
    columns = merged
  }
  return end
}

/** The columns in which a row has text. Runs that are closer than `MIN_COLUMN_GAP` are in one column. */
function columnsOf(row: Row): Column[] {
  const columns: Column[] = []
  for (const { left, right, size } of row.flatMap(({ runs }) => runs).sort((a, b) => a.left - b.left)) {
    const last = columns.at(-1)
    if (last !== undefined && left - last.right < MIN_COLUMN_GAP * size) last.right = Math.max(last.right, right)
    else columns.push({ left, right })
  }
  return columns
}

/** Merges two lists of columns. Columns that overlap become one. */
function unite(a: readonly Column[], b: readonly Column[]): Column[] {
  const united: Column[] = []
  for (const { left, right } of [...a, ...b].sort((x, y) => x.left - y.left)) {
    const last = united.at(-1)
    if (last !== undefined && left < last.right + 1) last.right = Math.max(last.right, right)
    else united.push({ left, right })
  }
  return united
}

function tableOf(rows: readonly Row[], words: Vocabulary): Table | null {
  const columns = allColumns(rows)
  const full = rows.filter((row) => columnsOf(row).length > 1)
  if (columns.length < 2 || full.length < (columns.length > 2 ? 2 : 3)) return null
  const isIn =
    ({ left, right }: Column) =>
    (run: { left: number; right: number }) =>
      run.left < right && left < run.right
  const countOf = (row: Row) => columns.filter((column) => row.some(({ runs }) => runs.some(isIn(column)))).length
  if (full.reduce((sum, row) => sum + countOf(row), 0) < full.length * columns.length * MIN_FILLED) return null
  const cells: Line[][][] = []
  const pitch = pitchWithin(rows, columns[0]!)
  const headLines = headLinesOf(rows)
  for (const [i, row] of rows.entries()) {
    const runs = row.flatMap((line) => line.runs)
    const placed = columns.map((column) => {
      const inside = runs.filter(isIn(column))
      return inside.length === 0 ? [] : [lineOf(inside)]
    })
    const last = cells.at(-1)
    const isContinued =
      last !== undefined &&
      (i < headLines ||
        baselineOf(row) - baselineOf(rows[i - 1]!) <= pitch ||
        (placed[0]!.length === 0 && gapBetween(rows[i - 1]!, row) < CONTINUED * row[0]!.size))
    if (isContinued) for (const [x, lines] of placed.entries()) last[x]!.push(...lines)
    else cells.push(placed)
  }
  return { kind: 'table', rows: withHead(cells.map((row) => row.map((lines) => cellOf(lines, words)))) }
}

/** The number of lines of the header: those at the top, without digits, that are closer together than all others. */
function headLinesOf(rows: readonly Row[]): number {
  const pitches = rows.slice(1).map((row, i) => baselineOf(row) - baselineOf(rows[i]!))
  for (let count = Math.min(MAX_HEAD_LINES, rows.length - 1); count > 1; count--) {
    const within = Math.max(...pitches.slice(0, count - 1))
    const isSetOff = pitches.slice(count - 1).every((pitch) => pitch > within * HEAD_GAP)
    const [first, ...more] = rows.slice(0, count)
    const hasDigits = [first!, ...more].some((row) => /\d/.test(row.map(textOf).join(' ')))
    // A line with text in all columns is more likely a row, and so is one that looks different.
    const areParts = more.every((row) => row.length < first!.length && isBoldRow(row) === isBoldRow(first!))
    if (isSetOff && areParts && !hasDigits) return count
  }
  return 1
}

const isBoldRow = (row: Row) => row.every(({ runs }) => runs.every(({ bold }) => bold))

const baselineOf = (row: Row) => row[0]!.baseline

/**
 * The line spacing within a cell, which is that before lines with nothing in the first column. 0 if the rows are not
 * further apart than that, or if no cell has several lines.
 */
function pitchWithin(rows: readonly Row[], first: Column): number {
  const pitches = rows.slice(1).map((row, i) => ({
    pitch: baselineOf(row) - baselineOf(rows[i]!),
    isContinued: !row.some(({ left }) => left < first.right),
  }))
  const within = pitches.filter(({ isContinued }) => isContinued).map(({ pitch }) => pitch)
  const tight = Math.min(...within) * 1.1
  const isWide = (at: number) => (pitches[at]?.pitch ?? Number.POSITIVE_INFINITY) > tight * 1.1
  // A single bold text with space above is the title of the rows after it, and its space does not part rows.
  const isTitle = (at: number) => columnsOf(rows[at]!).length === 1 && isBoldRow(rows[at]!) && isWide(at - 1)
  const wider = pitches.filter((_, i) => isWide(i) && !isTitle(i) && !isTitle(i + 1))
  return within.length > 0 && wider.length >= 2 ? tight : 0
}

const cellOf = (lines: readonly Line[], words: Vocabulary): Cell => ({
  spans: joinLines(lines.map(spansOf), words),
  columns: 1,
  rows: 1,
  isHead: false,
})
