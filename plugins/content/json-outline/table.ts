import type { Room } from '../budget.ts'
import { columnNames, emptyRow } from '../columns.ts'
import { type Cell, layOut, type Table } from '../markdown/blocks/read-table.ts'
import type { Row } from './blocks.ts'

/** A table as data, and its title if that is its first row. */
export interface TableRows {
  title: string | null
  rows: Row[]
}

interface Line {
  /** A cell that spans several positions is repeated in each of them. */
  cells: Cell[]
  inHead: boolean
}

/**
 * The rows of a table as objects. Their keys are the texts of the header cells: those of the rows above or, if all
 * rows begin with a header cell, those of the first column, in which case each further column becomes an object.
 * Without header cells, keys are `column1` and so on. Keys, and cells that span several positions, are repeated as
 * long as there is room.
 */
export const readRows = (table: Table, textOf: (cell: Cell) => string, repeats: Room): TableRows => {
  const texts = new Map<Cell, string>()
  const read = (cell: Cell | undefined): string => {
    if (cell === undefined) return ''
    // The cell has a single position, so it is read only once.
    if (cell.across === 0 && cell.down === 0) return textOf(cell)
    const known = texts.get(cell)
    if (known === undefined) {
      const text = textOf(cell)
      texts.set(cell, text)
      return text
    }
    return repeats.take(known.length) ? known : ''
  }
  const record = (names: readonly string[], cells: readonly (Cell | undefined)[]): Row => {
    const row = emptyRow<string>()
    for (const [i, name] of names.entries()) {
      if (!repeats.take(name.length) && i >= cells.length) break
      row[name] = read(cells[i])
    }
    return row
  }

  let lines = layOut(table).map(expand)
  const columns = lines.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const title = isTitle(lines, columns) ? read(lines[0]!.cells[0]) : null
  if (title !== null) lines = lines.slice(1)

  if (columns > 1 && lines.length > 0 && lines.every(beginsWithName)) {
    const names = columnNames(lines.map(({ cells }) => read(cells[0])))
    const rows = Array.from({ length: columns - 1 }, (_, i) =>
      record(
        names,
        lines.map(({ cells }) => cells[i + 1]),
      ),
    )
    return { title, rows }
  }
  const body = lines.findIndex(({ cells, inHead }) => !inHead && !cells.every(({ isHeader }) => isHeader))
  const heads = body > 0 ? lines.slice(0, body) : []
  const heading = Array.from({ length: columns }, (_, column) => nameOf(heads, column, read))
  const names = columnNames(heading)
  const rows = lines.slice(heads.length).map(({ cells }) => record(names, cells))
  const filled = rows.filter(hasText)
  // A table that waits for its data has only the names of its columns.
  return { title, rows: filled.length === 0 && heading.some(Boolean) ? rows.slice(0, 1) : filled }
}

const hasText = (row: Row): boolean => {
  for (const name in row) if (row[name] !== '') return true
  return false
}

const expand = ({ cells, inHead }: { cells: (Cell | null)[]; inHead: boolean }): Line => {
  for (let i = 1; i < cells.length; i++) cells[i] ??= cells[i - 1]!
  return { cells: cells as Cell[], inHead }
}

/** A header cell over the whole width names the table, not a column. */
const isTitle = ([first, ...rest]: readonly Line[], columns: number): boolean =>
  first !== undefined &&
  rest.length > 0 &&
  columns > 1 &&
  first.cells.length === columns &&
  first.cells[0]!.isHeader &&
  first.cells.every((cell) => cell === first.cells[0])

/** Whether a row is a name and its values. */
const beginsWithName = ({ cells: [first, ...rest], inHead }: Line): boolean =>
  !inHead && first?.isHeader === true && rest.length > 0 && rest.every(({ isHeader }) => !isHeader)

/** The name of a column below several header rows: all of their texts, outermost first. */
const nameOf = (heads: readonly Line[], column: number, read: (cell: Cell | undefined) => string): string => {
  const parts: string[] = []
  for (const { cells } of heads) {
    const text = read(cells[column])
    if (text !== '' && text !== parts.at(-1)) parts.push(text)
  }
  return parts.join(' ')
}
