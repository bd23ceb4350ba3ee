import { ApiError } from 'weirjs'
import { decode, type Token } from '../json/scan-json.ts'
import { JsonWriter } from '../json/write-json.ts'
import { depthAfter, type Row } from '../row.ts'

/** The first line has the names of the columns. Source: RFC 4180 section 3. */
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present'

/** Beginnings of text that a spreadsheet may execute as a formula. Source: decisions 12.1. */
const RISKY = /^[=+\-@\p{Cc}＝＋－＠]/u

/** The most columns, which is more than a spreadsheet can show, and the most characters of their names. */
const MAX_COLUMNS = 16_384
const MAX_NAMES = 1024 * 1024

const defused = (text: string) => (RISKY.test(text) ? `'${text}` : text)
const quoted = (text: string) => text.replaceAll('"', '""')

/** Formats a cell. Numbers are written as they are, as they cannot contain a formula. Source: RFC 4180. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = defused(typeof value === 'string' ? value : JSON.stringify(value))
  return /[",\r\n]/.test(text) ? `"${quoted(text)}"` : text
}

export const csvLine = (cells: readonly unknown[]) => `${cells.map(csvCell).join(',')}\r\n`

/** The columns of rows: their fields in the order of first appearance, each with its index. */
export type Columns = ReadonlyMap<string, number>

/** Collects the columns. Throws 400 `invalid_request` if there are too many. */
export async function findColumns(rows: AsyncIterable<Row>): Promise<Columns> {
  const columns = new Map<string, number>()
  let characters = 0
  for await (const row of rows)
    for (const name of await row.names()) {
      if (columns.has(name)) continue
      columns.set(name, columns.size)
      characters += name.length
      if (columns.size > MAX_COLUMNS || characters > MAX_NAMES)
        throw new ApiError(
          'invalid_request',
          `As CSV these results would have more than ${MAX_COLUMNS} columns; ask for json, ndjson or xml`,
          { parameter: 'format', maximum: MAX_COLUMNS },
        )
    }
  return columns
}

/** Writes rows as a table. Source: RFC 4180. */
export async function* writeCsv(rows: AsyncIterable<Row>, columns: Columns): AsyncGenerator<string> {
  const names = [...columns.keys()]
  if (names.length > 0) yield csvLine(names)
  for await (const row of rows) {
    const fields = await row.fields()
    if (fields) yield csvLine(names.map((name) => (Object.hasOwn(fields, name) ? fields[name] : undefined)))
    else yield* longLine(row, columns)
  }
}

/**
 * The cells of a large row, in the order of the columns. Where the row's fields are in another order, the row is read
 * again for cells that come earlier: none is kept in memory, as each may be large.
 */
async function* longLine(row: Row, columns: Columns): AsyncGenerator<string> {
  const placeOf = (name: string) => columns.get(name) ?? 0
  const wanted = (await row.names()).sort((a, b) => placeOf(a) - placeOf(b))
  let at = 0
  for (let next = 0; next < wanted.length; ) {
    let cell: CellWriter | undefined
    let depth = 0
    for await (const tokens of row.tokens()) {
      let text = ''
      for (const token of tokens) {
        if (depth === 1 && token.kind === 'name') {
          cell = decode(token.json) === wanted[next] ? new CellWriter() : undefined
          if (cell) {
            const place = placeOf(wanted[next++]!)
            text += ','.repeat(place - at)
            at = place
          }
        } else if (cell && !(depth === 1 && token.kind === 'close')) text += cell.write(token)
        depth = depthAfter(token, depth)
      }
      if (text !== '') yield text
    }
  }
  yield `${','.repeat(columns.size - 1 - at)}\r\n`
}

/** Writes the value of a field as a cell: text as it is, a list or object as JSON. */
class CellWriter {
  readonly #json = new JsonWriter()
  #depth = 0
  /** Whether the beginning of the text has been checked for formulas. */
  #isChecked = false

  write(token: Token): string {
    if (this.#depth > 0 || token.kind === 'open') return this.#nested(token)
    if (token.kind === 'value') return token.json === 'null' ? '' : token.json
    return token.kind === 'text' ? this.#text(token) : ''
  }

  #nested(token: Token): string {
    const before = this.#depth
    this.#depth = depthAfter(token, before)
    return `${before === 0 ? '"' : ''}${quoted(this.#json.write(token))}${this.#depth === 0 ? '"' : ''}`
  }

  /** Text that comes in pieces is always quoted, as a later piece may require it. */
  #text({ json, begins, ends }: Extract<Token, { kind: 'text' }>): string {
    const text = decode(json)
    if (begins && ends) return csvCell(text)
    const shown = this.#isChecked ? text : defused(text)
    this.#isChecked ||= text !== ''
    return (begins ? '"' : '') + quoted(shown) + (ends ? '"' : '')
  }
}
