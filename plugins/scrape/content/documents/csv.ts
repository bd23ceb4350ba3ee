import Papa from 'papaparse'
import { columnNames, emptyRow } from '../columns.ts'
import type { DocumentReader } from '../converted.ts'
import { decode } from '../decode.ts'
import { escapeAll } from '../markdown/escape.ts'
import { addressesIn, answer, escapeHtml, unreadable } from './answer.ts'

/** Cells of a table, the missing ones of short rows counted. Source: threats T27. */
export const MOST_CELLS = 1_000_000

/** A cell that is a number says so; an empty one is null. */
export type Value = string | number | null

interface Sheet {
  names: string[]
  /** As written. */
  cells: string[][]
}

/** CSV and TSV as rows by the names of their columns. Other spreadsheets are refused as `unsupported_type`. */
export const readSpreadsheet: DocumentReader = async (source, options) => {
  const { mime } = source
  if (!/csv|tab-separated|^text\//.test(mime) && !looksLikeText(source.body)) {
    throw unreadable('unsupported_type', `Spreadsheets of the type ${mime} cannot be read; CSV and TSV can`)
  }
  const { text: raw } = decode(source.body, source.headers.get('content-type'))
  const { names, cells } = parseSheet(raw, mime.includes('tab-separated') ? '\t' : '')
  const rows = cells.map((row) => recordOf(names, row))
  return answer(source, options, {
    title: null,
    markdown: () => markdownOf(names, cells),
    html: () => htmlOf(names, cells),
    text: () => [names, ...cells].map((row) => row.join('\t')).join('\n'),
    rawHtml: () => raw,
    json: () => rows,
    links: () => addressesIn(raw),
    contentSource: 'data',
    quality: { contentType: 'data', tableCount: 1 },
    isData: true,
  })
}

/** Servers call CSV `application/vnd.ms-excel` for a spreadsheet's sake; a file of that program has bytes that no text has. */
const looksLikeText = (body: Uint8Array) =>
  !body.subarray(0, 4096).includes(0) && !(body[0] === 0x50 && body[1] === 0x4b)

/** Throws ApiError `scraping_failed` for more than a million cells. An empty `delimiter` is guessed. */
const parseSheet = (text: string, delimiter: string): Sheet => {
  const all: string[][] = []
  let columns = 0
  let tooLarge = false
  Papa.parse<string[]>(text, {
    delimiter,
    skipEmptyLines: 'greedy',
    step: ({ data }, parser) => {
      all.push(data)
      columns = Math.max(columns, data.length)
      tooLarge = columns * all.length > MOST_CELLS
      if (tooLarge) parser.abort()
    },
  })
  if (tooLarge) throw unreadable('too_large', `The table has more than ${MOST_CELLS.toLocaleString('en')} cells`)
  const hasHead = all.length > 0 && isHead(all[0]!)
  const heads = hasHead ? all[0]! : []
  const names = columnNames(Array.from({ length: columns }, (_, i) => heads[i] ?? ''))
  return { names, cells: hasHead ? all.slice(1) : all }
}

/** A first row names the columns unless it has a number, which no name is. */
const isHead = (row: readonly string[]) => row.every((cell) => typeof valueOf(cell) !== 'number')

/** Digits that begin with a zero are no number but a code, and so are more of them than a number keeps apart. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?(?:e[+-]?\d{1,2})?$/i

const valueOf = (cell: string): Value => {
  const text = cell.trim()
  if (text === '') return null
  return NUMBER.test(text) ? Number(text) : cell
}

const recordOf = (names: readonly string[], cells: readonly string[]): Record<string, Value> => {
  const record = emptyRow<Value>()
  for (const [i, name] of names.entries()) record[name] = valueOf(cells[i] ?? '')
  return record
}

/** What may mean something in a cell of a Markdown table. */
const SPECIAL = /[\\`*_[\]<&~|\n\r\t]/

const cellOf = (text: string): string => (SPECIAL.test(text) ? escapeAll(text).replaceAll('|', '\\|') : text.trim())

const markdownOf = (names: readonly string[], rows: readonly (readonly string[])[]): string => {
  if (names.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${names.map((_, i) => cellOf(cells[i] ?? '')).join(' | ')} |`
  return `${[line(names), `|${' --- |'.repeat(names.length)}`, ...rows.map(line)].join('\n')}\n`
}

const htmlOf = (names: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (tag: string, cells: readonly string[]) =>
    `<tr>${names.map((_, i) => `<${tag}>${escapeHtml(cells[i] ?? '')}</${tag}>`).join('')}</tr>`
  return `<table>\n<thead>${line('th', names)}</thead>\n<tbody>\n${rows.map((row) => line('td', row)).join('\n')}\n</tbody>\n</table>`
}
