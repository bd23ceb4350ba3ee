import type { ContentOptions } from 'weirjs/schemas'
import { emptyRow } from '../columns.ts'
import type { Converted, Sniffed } from '../converted.ts'
import { escapeAll } from '../markdown/escape.ts'
import { addressesIn, answer, type Content } from './answer.ts'
import { escapeHtml } from './escape-html.ts'
import type { Value } from './head.ts'

/** A table with names for its columns. */
export interface Table<Cell> {
  name: string
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** Lines above it. */
  notes?: readonly string[]
  hidden?: boolean
  links?: readonly string[]
}

/** Sheets whose cells are `Cell`, and what is known of the file. */
export interface Sheets<Cell> extends Pick<Content, 'title' | 'author' | 'description' | 'language'> {
  tables: readonly Table<Cell>[]
  /** A cell as it is shown. */
  textOf: (cell: Cell) => string
  /** A cell as data. */
  valueOf: (cell: Cell) => Value
  /** The file as it came, where it is text. */
  raw: string
}

type Row = Record<string, Value>

/**
 * Sheets in every format. Their `json` is the rows of the one sheet there is, each an object by the names of the columns;
 * of several sheets, or of one with lines above its table, it is `{ sheets: [{ name, rows }] }`.
 */
export const answerSheets = <Cell>(
  source: Sniffed,
  options: ContentOptions,
  { tables, textOf, valueOf, raw, ...known }: Sheets<Cell>,
): Converted => {
  const texts = tables.map((table) => ({ ...table, rows: () => table.rows.map((row) => row.map(textOf)) }))
  const isOne = tables.length === 1
  return answer(source, options, {
    ...known,
    markdown: () => texts.map((table) => markdownOf(table, isOne)).join('\n'),
    html: () => texts.map((table) => htmlOf(table, isOne)).join('\n'),
    text: () => texts.map((table) => textOfTable(table, isOne)).join('\n\n'),
    rawHtml: () => raw,
    json: () => jsonOf(tables, valueOf),
    links: () => [
      ...tables.flatMap(({ links = [] }) => links.filter((link) => /^https?:/i.test(link))),
      ...addressesIn(raw === '' ? texts.map((table) => textOfTable(table, isOne)).join('\n') : raw),
    ],
    contentSource: 'data',
    quality: { contentType: 'data', tableCount: tables.length },
    isData: true,
  })
}

const jsonOf = <Cell>(tables: readonly Table<Cell>[], valueOf: (cell: Cell) => Value): unknown => {
  const all = tables.map((table) => rowsOf(table, valueOf))
  if (tables.length === 0) return []
  if (tables.length === 1 && !tables[0]!.notes?.length) return all[0]
  return {
    sheets: tables.map(({ name, notes, hidden }, i) => ({
      name,
      ...(hidden && { hidden }),
      ...(notes && { notes }),
      rows: all[i],
    })),
  }
}

const rowsOf = <Cell>({ columns, rows }: Table<Cell>, valueOf: (cell: Cell) => Value): Row[] =>
  rows.map((cells) => {
    const record = emptyRow<Value>()
    for (const [i, name] of columns.entries()) record[name] = cells[i] === undefined ? null : valueOf(cells[i])
    return record
  })

interface Texts extends Omit<Table<string>, 'rows'> {
  rows: () => string[][]
}

/** What may mean something in a cell of a Markdown table. */
const SPECIAL = /[\\`*_[\]<&~|\n\r\t]/

const cellOf = (text: string): string => (SPECIAL.test(text) ? escapeAll(text).replaceAll('|', '\\|') : text.trim())

const markdownOf = ({ name, columns, rows, notes = [] }: Texts, isOne: boolean): string => {
  if (columns.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${columns.map((_, i) => cellOf(cells[i] ?? '')).join(' | ')} |`
  const head = isOne ? '' : `## ${escapeAll(name)}\n\n`
  const above = notes.map((note) => `${escapeAll(note)}\n\n`).join('')
  return `${head}${above}${[line(columns), `|${' --- |'.repeat(columns.length)}`, ...rows().map(line)].join('\n')}\n`
}

const htmlOf = ({ name, columns, rows, notes = [] }: Texts, isOne: boolean): string => {
  const line = (tag: string, cells: readonly string[]) =>
    `<tr>${columns.map((_, i) => `<${tag}>${escapeHtml(cells[i] ?? '')}</${tag}>`).join('')}</tr>`
  const body = rows().map((row) => line('td', row))
  const table = `<table>\n<thead>${line('th', columns)}</thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table>`
  const above = notes.map((note) => `<p>${escapeHtml(note)}</p>\n`).join('')
  return isOne ? above + table : `<section>\n<h2>${escapeHtml(name)}</h2>\n${above}${table}\n</section>`
}

const textOfTable = ({ name, columns, rows, notes = [] }: Texts, isOne: boolean): string =>
  [...(isOne ? [] : [name]), ...notes, ...[columns, ...rows()].map((row) => row.join('\t'))].join('\n')
