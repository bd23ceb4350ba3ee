import type { ContentOptions } from 'weirjs/schemas'
import type { Budget } from '../budget.ts'
import { emptyRow } from '../columns.ts'
import type { Converted, Sniffed } from '../converted.ts'
import type { CellValue } from '../document-model.ts'
import { escapeHtml } from '../escape-html.ts'
import { escapeAll } from '../markdown/inline/escape.ts'
import { type AnswerContent, addressesIn, answer } from './answer.ts'
import { takeParts } from './take-parts.ts'

/** A table with named columns. */
export interface Table<Cell> {
  name: string
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** The lines above it. */
  notes?: readonly string[]
  hidden?: boolean
  links?: readonly string[]
}

/** Sheets with cells of type `Cell`, and what is known of the file. */
export interface Sheets<Cell> extends Pick<AnswerContent, 'title' | 'author' | 'description' | 'language'> {
  tables: readonly Table<Cell>[]
  /** A cell as text. */
  textOf: (cell: Cell) => string
  /** A cell as data. */
  valueOf: (cell: Cell) => CellValue
  /** The original file, if it is text. */
  raw: string
}

type Row = Record<string, CellValue>

/**
 * Converts sheets to the requested formats. The format `json` of a single sheet is its rows, each an object with the
 * names of the columns as keys; of several sheets, or of one with lines above its table, it is `{ sheets: [{ name,
 * rows }] }`.
 */
export const answerSheets = <Cell>(
  source: Sniffed,
  options: ContentOptions,
  { tables, textOf, valueOf, raw, ...known }: Sheets<Cell>,
  budget: Budget,
): Converted => {
  const texts = tables.map((table) => ({ ...table, rows: () => table.rows.values().map((row) => row.map(textOf)) }))
  const isOne = tables.length === 1
  return answer(source, options, {
    ...known,
    markdown: () => markdownOf(texts, isOne, budget),
    html: () => htmlOf(texts, isOne, budget),
    text: () => takeParts({ parts: () => textParts(texts, isOne), separator: '\n', format: 'text' }, budget),
    rawHtml: () => raw,
    json: () => jsonOf(tables, valueOf),
    links: () => [
      ...tables.flatMap(({ links = [] }) => links.filter((link) => /^https?:/i.test(link))),
      ...addressesIn(raw === '' ? [...textParts(texts, isOne)].join('\n') : raw),
    ],
    contentSource: 'data',
    quality: { contentType: 'data', tableCount: tables.length },
    isData: true,
  })
}

const jsonOf = <Cell>(tables: readonly Table<Cell>[], valueOf: (cell: Cell) => CellValue): unknown => {
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

const rowsOf = <Cell>({ columns, rows }: Table<Cell>, valueOf: (cell: Cell) => CellValue): Row[] =>
  rows.map((cells) => {
    const record = emptyRow<CellValue>()
    for (const [i, name] of columns.entries()) record[name] = cells[i] === undefined ? null : valueOf(cells[i])
    return record
  })

interface Texts extends Omit<Table<string>, 'rows'> {
  rows: () => Iterable<string[]>
}

/** Characters with a possible meaning in a cell of a Markdown table. */
const SPECIAL = /[\\`*_[\]<&~|\n\r\t]/

const cellOf = (text: string): string => (SPECIAL.test(text) ? escapeAll(text).replaceAll('|', '\\|') : text.trim())

function markdownOf(tables: readonly Texts[], isOne: boolean, budget: Budget): string {
  const parts = () => markdownParts(tables, isOne)
  const markdown = takeParts({ parts, separator: '\n', format: 'markdown' }, budget)
  return markdown === '' ? '' : `${markdown}\n`
}

function* markdownParts(tables: readonly Texts[], isOne: boolean): Generator<string> {
  for (const [at, { name, columns, rows, notes = [] }] of tables.entries()) {
    if (at > 0) yield ''
    if (columns.length === 0) continue
    const line = (cells: readonly string[]) => `| ${columns.map((_, i) => cellOf(cells[i] ?? '')).join(' | ')} |`
    if (!isOne) yield `## ${escapeAll(name)}\n`
    for (const note of notes) yield `${escapeAll(note)}\n`
    yield `${line(columns)}\n|${' --- |'.repeat(columns.length)}`
    for (const row of rows()) yield line(row)
  }
}

/** Writes the tables. The last may lack rows; its elements are closed. */
function htmlOf(tables: readonly Texts[], isOne: boolean, budget: Budget): string {
  const end = isOne ? '</tbody>\n</table>' : '</tbody>\n</table>\n</section>'
  const parts = () => htmlParts(tables, isOne, end)
  // Kept within the budget here, because longer HTML would be parsed again to be cut.
  const html = takeParts({ parts, separator: '\n', format: 'html', behind: end.length + 1 }, budget)
  return html === '' || html.endsWith(end) ? html : `${html}\n${end}`
}

function* htmlParts(tables: readonly Texts[], isOne: boolean, end: string): Generator<string> {
  for (const { name, columns, rows, notes = [] } of tables) {
    const line = (tag: string, cells: readonly string[]) =>
      `<tr>${columns.map((_, i) => `<${tag}>${escapeHtml(cells[i] ?? '')}</${tag}>`).join('')}</tr>`
    const head = isOne ? '' : `<section>\n<h2>${escapeHtml(name)}</h2>\n`
    const above = notes.map((note) => `<p>${escapeHtml(note)}</p>\n`).join('')
    yield `${head}${above}<table>\n<thead>${line('th', columns)}</thead>\n<tbody>`
    for (const row of rows()) yield line('td', row)
    yield end
  }
}

function* textParts(tables: readonly Texts[], isOne: boolean): Generator<string> {
  for (const [at, table] of tables.entries()) {
    if (at > 0) yield ''
    yield* textLines(table, isOne)
  }
}

function* textLines({ name, columns, rows, notes = [] }: Texts, isOne: boolean): Generator<string> {
  if (!isOne) yield name
  yield* notes
  yield columns.join('\t')
  for (const row of rows()) yield row.join('\t')
}
