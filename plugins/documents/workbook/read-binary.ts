import { type CellObject, read, SSF, type WorkSheet } from '@e965/xlsx'
import { noProperties } from '../opc/core-properties.ts'
import { encrypted } from '../opc/encrypted.ts'
import { elapsedTime, isElapsed } from './elapsed.ts'
import { MAX_FORMAT } from './format.ts'
import type { Cell, Grid } from './grid.ts'
import { MAX_CELLS, type Workbook } from './workbook.ts'

const DAY = 86_400_000
/** Day 0 of each date system, and the first date that is more than a time of day. */
const SYSTEM_1900 = { zero: Date.UTC(1899, 11, 30), epoch: Date.UTC(1900, 0, 1) }
const SYSTEM_1904 = { zero: Date.UTC(1904, 0, 1), epoch: Date.UTC(1904, 0, 2) }

/** Reads XLS (BIFF 2 to 8), XLSB, and the XML of Excel 2003. */
export function readBinary(bytes: Uint8Array): Workbook {
  const book = opened(bytes)
  const system = book.Workbook?.WBProps?.date1904 ? SYSTEM_1904 : SYSTEM_1900
  let left = MAX_CELLS
  let isCut = false
  const grids = book.SheetNames.map((name, i): Grid => {
    const sheet = book.Sheets[name] ?? {}
    const rows = rowsOf(sheet, system.zero, left)
    left -= rows.reduce((sum, row) => sum + row.length, 0)
    isCut ||= rows.length < (sheet['!data']?.length ?? 0)
    return {
      name,
      rows,
      hidden: (book.Workbook?.Sheets?.[i]?.Hidden ?? 0) !== 0,
      merges: (sheet['!merges'] ?? []).map(({ s, e }) => ({ startRow: s.r, startCol: s.c, endRow: e.r, endCol: e.c })),
      links: linksOf(sheet),
      epoch: system.epoch,
    }
  })
  const { Title, Author, Comments, Subject, CreatedDate, ModifiedDate } = book.Props ?? {}
  return {
    grids,
    isCut,
    properties: {
      ...noProperties,
      title: Title?.trim() || null,
      author: Author?.trim() || null,
      description: Comments?.trim() || Subject?.trim() || null,
      created: isoOf(CreatedDate),
      modified: isoOf(ModifiedDate),
    },
  }
}

const opened = (bytes: Uint8Array) => {
  try {
    return read(bytes, {
      type: 'array',
      dense: true,
      cellNF: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
    })
  } catch (cause) {
    throw cause instanceof Error && /password|encrypt/i.test(cause.message) ? encrypted() : cause
  }
}

/** The first rows of a sheet, with `most` cells in all. */
const rowsOf = (sheet: WorkSheet, zero: number, most: number): Cell[][] => {
  const data = sheet['!data'] ?? []
  let cells = 0
  const rows: Cell[][] = []
  for (let at = 0; at < data.length; at++) {
    cells += data[at]?.length ?? 0
    if (cells > most) break
    rows.push(Array.from(data[at] ?? [], (cell) => valueOf(cell, zero)))
  }
  return rows
}

const valueOf = (cell: CellObject | undefined, zero: number): Cell => {
  switch (cell?.t) {
    case 'n': {
      const number = Number(cell.v)
      const format = typeof cell.z === 'string' && cell.z.length <= MAX_FORMAT ? cell.z : ''
      if (isElapsed(format)) return elapsedTime(number)
      return SSF.is_date(format) ? new Date(zero + Math.round(number * DAY)) : number
    }
    case 'd':
      return cell.v instanceof Date ? cell.v : null
    case 'b':
      return cell.v === true
    case 's':
      return String(cell.v ?? '')
    case 'e':
      return errors[Number(cell.v)] ?? '#ERROR!'
    default:
      return null
  }
}

/** Error values by code. Source: [MS-XLS] section 2.5.10. */
const errors: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}

const linksOf = (sheet: WorkSheet): string[] =>
  (sheet['!data'] ?? []).flatMap((row) => (row ?? []).flatMap((cell) => cell?.l?.Target ?? []))

const isoOf = (date: unknown): string | null =>
  date instanceof Date && !Number.isNaN(+date) ? date.toISOString().replace('.000Z', 'Z') : null
