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

/** Cells of a table, including the missing cells of short rows. Source: threats T27. */
const MAX_CELLS = 1_000_000
/** Columns of a table, as many as an Excel sheet can have. */
const MAX_COLUMNS = 16_384
/** Characters that are read. No format may return more than that. */
const MAX_CHARACTERS = 16_777_216

/** A first line that tells Excel the delimiter, and is not a row. */
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?(?:\r\n?|\n)/i

/** Reads CSV and TSV as rows, keyed by the names of their columns. */
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
  /** Cells as written. */
  rows: string[][]
}

/** Parses as many rows and columns as a table may have. An empty `delimiter` is guessed. */
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

/** A number. Digits with a leading zero, or more of them than a double can hold, are a code. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?(?:e[+-]?\d{1,2})?$/i

const valueOf = (cell: string): CellValue => {
  const text = cell.trim()
  if (text === '') return null
  return NUMBER.test(text) ? Number(text) : cell
}
