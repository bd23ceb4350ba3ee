import Papa from 'papaparse'
import { columnNames } from '../columns.ts'
import type { DocumentReader } from '../converted.ts'
import { decode } from '../decode.ts'
import { unreadable } from './answer.ts'
import { isHead, type Value } from './head.ts'
import { answerSheets } from './sheets.ts'

/** Cells of a table, the missing ones of short rows counted. Source: threats T27. */
const MOST_CELLS = 1_000_000

/** CSV and TSV as rows by the names of their columns. */
export const readCsv: DocumentReader = async (source, options) => {
  const { text: raw } = decode(source.body, source.headers.get('content-type'))
  const { columns, rows } = parseTable(raw, source.mime.includes('tab-separated') ? '\t' : '')
  return answerSheets(source, options, {
    title: null,
    tables: columns.length === 0 ? [] : [{ name: '', columns, rows }],
    textOf: (cell) => cell,
    valueOf,
    raw,
  })
}

interface CsvTable {
  columns: string[]
  /** As written. */
  rows: string[][]
}

/** Throws ApiError `scraping_failed` for more than a million cells. An empty `delimiter` is guessed. */
const parseTable = (text: string, delimiter: string): CsvTable => {
  const all: string[][] = []
  let width = 0
  let tooLarge = false
  Papa.parse<string[]>(text, {
    delimiter,
    skipEmptyLines: 'greedy',
    step: ({ data }, parser) => {
      all.push(data)
      width = Math.max(width, data.length)
      tooLarge = width * all.length > MOST_CELLS
      if (tooLarge) parser.abort()
    },
  })
  if (tooLarge) throw unreadable('too_large', `The table has more than ${MOST_CELLS.toLocaleString('en')} cells`)
  const hasHead = isHead((all[0] ?? []).map(valueOf), all[1]?.map(valueOf))
  const heads = hasHead ? all[0]! : []
  const columns = columnNames(Array.from({ length: width }, (_, i) => heads[i] ?? ''))
  return { columns, rows: hasHead ? all.slice(1) : all }
}

/** Digits that begin with a zero are no number but a code, and so are more of them than a number keeps apart. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?(?:e[+-]?\d{1,2})?$/i

const valueOf = (cell: string): Value => {
  const text = cell.trim()
  if (text === '') return null
  return NUMBER.test(text) ? Number(text) : cell
}
