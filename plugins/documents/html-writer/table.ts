import { tag } from './markup.ts'

/** A cell and the number of columns and rows that it spans, 1 by default. */
export interface TableCell {
  html: string
  columns?: number
  rows?: number
}

/** A row of cells, without those that are covered by another cell. */
export interface TableRow {
  cells: readonly TableCell[]
  /** Whether the row contains the names of the columns. */
  isHead?: boolean
}

/** Maximum of columns or rows that a cell spans. */
const MAX_SPAN = 1_000

const span = (count: number | undefined) => (count !== undefined && count > 1 ? Math.min(count, MAX_SPAN) : undefined)

/** Writes a table as HTML. Its leading rows with `isHead` are the header. */
export const writeTable = (rows: readonly TableRow[], caption = ''): string => {
  const filled = rows.filter(({ cells }) => cells.length > 0)
  const firstBody = filled.findIndex(({ isHead }) => !isHead)
  // A table with nothing but header rows has no header.
  const heads = Math.max(firstBody, 0)
  const line = (name: string, { cells }: TableRow) =>
    tag(
      'tr',
      cells.map(({ html, columns, rows }) => tag(name, html, { colspan: span(columns), rowspan: span(rows) })).join(''),
    )
  const head = filled.slice(0, heads).map((row) => line('th', row).replace(/<\/?strong>/g, ''))
  const body = filled.slice(heads).map((row) => line('td', row))
  if (body.length === 0) return ''
  return tag(
    'table',
    (caption === '' ? '' : tag('caption', caption)) +
      (head.length > 0 ? `${tag('thead', head.join('\n'))}\n` : '') +
      tag('tbody', body.join('\n')),
  )
}
