import { tag } from './markup.ts'

/** A cell, and how many columns and rows it takes; 1 unless it says so. */
export interface TableCell {
  html: string
  columns?: number
  rows?: number
}

/** A row of cells, without those that a cell above or to the left takes. */
export interface TableRow {
  cells: readonly TableCell[]
  /** Names the columns. */
  isHead?: boolean
}

/** More columns or rows in one cell than any table has. */
const MAX_SPAN = 1_000

const span = (count: number | undefined) => (count !== undefined && count > 1 ? Math.min(count, MAX_SPAN) : undefined)

/** A table; rows at its top that are marked as such are its head. */
export const writeTable = (rows: readonly TableRow[], caption = ''): string => {
  const filled = rows.filter(({ cells }) => cells.length > 0)
  const firstBody = filled.findIndex(({ isHead }) => !isHead)
  // A table that is a head alone has no head.
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
