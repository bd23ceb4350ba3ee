import Papa from 'papaparse'
import {
  answerSheets,
  type Budget,
  type CellValue,
  columnNames,
  decode,
  type ReadOnThread,
} from '../../content/toolkit.ts'
import { isHead } from './head.ts'
import { notesOf } from './notes.ts'

/** Cells of a table, the missing ones of short rows counted. Source: threats T27. */
const MAX_CELLS = 1_000_000
/** Columns of a table; a sheet of Excel has as many. */
const MAX_COLUMNS = 16_384
/** Characters that are read; what lies behind is more than any format may give. */
const MAX_CHARACTERS = 16_777_216

/** The line that tells Excel what separates the cells; it is not a row. */
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?(?:\r\n?|\n)/i

/** CSV and TSV as rows by the names of their columns. */
export const read: ReadOnThread = async (source, options, budget) => {
  const { text: raw } = decode(source.body, source.headers.get('content-type'))
  const named = SEPARATOR_LINE.exec(raw)
  const delimiter = named?.[1] ?? (source.mime.includes('tab-separated') ? '\t' : '')
  const table = parseTable(raw.slice(named?.[0].length ?? 0), delimiter, budget)
  const tables = table.columns.length === 0 ? [] : [{ name: '', ...table }]
  return answerSheets(source, options, { title: null, tables, textOf: (cell) => cell, valueOf, raw }, budget)
}

interface CsvTable {
  /** Lines above the table. */
  notes?: string[]
  columns: string[]
  /** As written. */
  rows: string[][]
}

/** The first rows and columns, as many as a table may have. An empty `delimiter` is guessed. */
const parseTable = (text: string, delimiter: string, budget: Budget): CsvTable => {
  const all: string[][] = []
  let width = 0
  let isCut = text.length > MAX_CHARACTERS
  Papa.parse<string[]>(isCut ? text.slice(0, MAX_CHARACTERS) : text, {
    delimiter,
    skipEmptyLines: 'greedy',
    step: ({ data }, parser) => {
      const row = data.length > MAX_COLUMNS ? data.slice(0, MAX_COLUMNS) : data
      const wider = Math.max(width, row.length)
      isCut ||= row !== data
      if (wider * (all.length + 1) > MAX_CELLS) {
        isCut = true
        parser.abort()
        return
      }
      width = wider
      all.push(row)
    },
  })
  if (isCut) {
    const [columns, cells] = [MAX_COLUMNS, MAX_CELLS].map((count) => count.toLocaleString('en'))
    budget.warn(`The table was cut: at most ${columns} columns and ${cells} cells of it are read`)
  }
  const notes = notesOf(all, (cell) => cell.trim() !== '')
  const [first, second] = all.slice(notes.length, notes.length + 2)
  const hasHead = isHead((first ?? []).map(valueOf), second?.map(valueOf))
  const heads = hasHead ? first! : []
  const columns = columnNames(Array.from({ length: width }, (_, i) => heads[i] ?? ''))
  return { ...(notes.length > 0 && { notes }), columns, rows: all.slice(notes.length + (hasHead ? 1 : 0)) }
}

/** A number. Digits that begin with a zero are a code, and so are more digits than a double holds. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?(?:e[+-]?\d{1,2})?$/i

const valueOf = (cell: string): CellValue => {
  const text = cell.trim()
  if (text === '') return null
  return NUMBER.test(text) ? Number(text) : cell
}
