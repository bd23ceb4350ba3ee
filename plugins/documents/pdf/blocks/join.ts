import type { Block, Cell, List, Paragraph, Table } from '../model.ts'
import { textOf } from '../model.ts'
import { joinLines, type Vocabulary } from '../text/spans.ts'

const ENDS = /[.!?:;。！？؟…]["'”»’)\]]*$/

/**
 * Joins the blocks of columns and pages into one document. A paragraph or table that breaks off at the end of one
 * column continues in the next.
 */
export function joinColumns(columns: readonly (readonly Block[])[], words: Vocabulary): Block[] {
  const all: Block[] = []
  for (const column of columns) {
    const [first, ...rest] = column
    if (first === undefined) continue
    const last = all.at(-1)
    if (first.kind === 'paragraph' && last?.kind === 'paragraph' && goesOn(last, first)) {
      const spans = joinLines([last.spans, first.spans], words)
      all[all.length - 1] = { ...last, spans, lines: last.lines + first.lines }
    } else if (first.kind === 'table' && last?.kind === 'table' && isSameTable(last, first)) {
      const rows = sameHead(last, first) ? first.rows.slice(1) : first.rows
      for (const row of rows) last.rows.push(withoutHead(row))
    } else if (first.kind === 'list' && last?.kind === 'list' && isSameList(last, first)) {
      for (const item of first.items) last.items.push(item)
    } else all.push(first)
    for (const block of rest) all.push(block)
  }
  return all
}

function goesOn(last: Paragraph, next: Paragraph): boolean {
  if (Math.abs(last.size - next.size) > 0.6) return false
  const [before, after] = [textOf(last.spans), textOf(next.spans)]
  if (ENDS.test(before) || last.spans.every(({ bold }) => bold) !== next.spans.every(({ bold }) => bold)) return false
  return /^[\p{Ll}\p{Lo}\d(]/u.test(after) || /[\p{L}][-\u00ad\u2010,]$/u.test(before)
}

/** Whether both are bullet lists, or the numbers continue. */
const isSameList = (last: List, next: List) =>
  last.start === null ? next.start === null : next.start === last.start + last.items.length

const widthOf = (row: readonly Cell[]) => row.reduce((sum, { columns }) => sum + columns, 0)

/** Whether both tables have the same number of columns, and the second has no header of its own. */
function isSameTable(last: Table, next: Table): boolean {
  if (widthOf(last.rows.at(-1)!) !== widthOf(next.rows[0]!)) return false
  return sameHead(last, next) || !next.rows[0]!.some(({ isHead }) => isHead)
}

const sameHead = (last: Table, next: Table): boolean => {
  const [a, b] = [last.rows[0]!, next.rows[0]!]
  return a.length === b.length && a.every(({ spans }, i) => textOf(spans) === textOf(b[i]!.spans))
}

const withoutHead = (row: Cell[]): Cell[] => row.map((cell) => ({ ...cell, isHead: false }))
