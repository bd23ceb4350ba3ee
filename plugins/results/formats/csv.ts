import { ApiError } from 'weirjs'
import { decode, type Token } from '../json/scan-json.ts'
import { JsonWriter } from '../json/write-json.ts'
import { depthAfter, type Row } from '../row.ts'

/** What a spreadsheet might run as a formula. Source: decisions 12.1. */
const RISKY = /^[=+\-@\p{Cc}＝＋－＠]/u

/** The most columns, more than a spreadsheet can show, and the most characters of their names. */
const MAX_COLUMNS = 16_384
const MAX_NAMES = 1024 * 1024

const defused = (text: string) => (RISKY.test(text) ? `'${text}` : text)
const quoted = (text: string) => text.replaceAll('"', '""')

/** A cell. Source: RFC 4180. A number is written as it is: nothing in it can be executed. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = defused(typeof value === 'string' ? value : JSON.stringify(value))
  return /[",\r\n]/.test(text) ? `"${quoted(text)}"` : text
}

export const csvLine = (cells: readonly unknown[]) => `${cells.map(csvCell).join(',')}\r\n`

/** The columns of rows: their fields in the order of first appearance, and the position of each. */
export type Columns = ReadonlyMap<string, number>

/** Throws 400 `invalid_request` if there are too many. */
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

/** Rows as a table. Source: RFC 4180. */
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
 * The cells of a large row in column order. If its fields are in a different order, it is read again for those that
 * come earlier: none is held in memory, as each may be large.
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

/** Writes a field's value as a cell: text as it is, an array or object as JSON. */
class CellWriter {
  readonly #json = new JsonWriter()
  #depth = 0
  /** Whether the text has been checked for what a spreadsheet would run. */
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

  /** A value that arrives in pieces is quoted: later pieces may need it. */
  #text({ json, begins, ends }: Extract<Token, { kind: 'text' }>): string {
    const text = decode(json)
    if (begins && ends) return csvCell(text)
    const shown = this.#isChecked ? text : defused(text)
    this.#isChecked ||= text !== ''
    return (begins ? '"' : '') + quoted(shown) + (ends ? '"' : '')
  }
}
