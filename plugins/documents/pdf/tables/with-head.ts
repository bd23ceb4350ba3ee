import { type Cell, type Span, textOf } from '../model.ts'
import { isBold, unbold } from '../text/spans.ts'

const hasNumber = (spans: readonly Span[]) => /^[\s\p{Sc}]*[-+]?\d[\d.,\s]*[%\p{Sc}]?$/u.test(textOf(spans).trim())

/**
 * Marks the first row as header, with the rows that its cells span, if it is bold and others are not, or if all of
 * its cells have text and none has a number.
 */
export function withHead(rows: Cell[][]): Cell[][] {
  const [first, ...others] = rows
  if (first === undefined || others.length === 0) return rows
  const filled = first.filter(({ spans }) => spans.length > 0)
  const isAllBold = filled.length > 0 && filled.every(({ spans }) => isBold(spans))
  const othersBold = others.every((row) => row.every(({ spans }) => isBold(spans)))
  const isNamed = filled.length === first.length && !first.some(({ spans }) => hasNumber(spans))
  if (!(isAllBold && !othersBold) && !isNamed) return rows
  const height = Math.min(3, Math.max(...first.map((cell) => cell.rows)))
  // Headers are bold anyway.
  const head = (cell: Cell): Cell => ({ ...cell, isHead: true, spans: unbold(cell.spans) })
  return rows.map((row, i) => (i < height ? row.map(head) : row))
}
