import { type Element, holdsBlock } from '../../tree/index.ts'
import { codeColumn, codeText, fenced, languageOf } from './code.ts'
import type { Flow } from './flow.ts'
import { alignmentOf, type Cell, delimiterRow, isLayout, layOut, readTable, type Table } from './read-table.ts'

export const writeTable = (flow: Flow, element: Element) => {
  if (flow.inline.flat) {
    flow.boundary()
    flow.children(element)
    return flow.boundary()
  }
  flow.flush()
  const { view, options, blocks } = flow
  const code = codeColumn(view.tree, element)
  if (code !== null) {
    const text = code.map((cell) => codeText(view, cell, flow.room)).join('\n')
    if (text.trim() === '') return
    return blocks.write(
      'code',
      options.plain ? text : fenced(text, languageOf(view.tree, code[0]!) || languageOf(view.tree, element)),
    )
  }
  const table = readTable(view, element)
  for (const caption of table.captions) {
    flow.children(caption)
    flow.flush()
  }
  if (isLayout(view, element, table)) return writeLayout(flow, table)
  const rows = layOut(table).map(({ cells, above, inHead }) => ({
    inHead,
    cells,
    texts: textsOf(flow, cells, above),
  }))
  const filled = rows.filter(({ texts }) => texts.some((text) => text !== ''))
  if (filled.length === 0) return
  if (options.plain) return blocks.write('table', filled.map(({ texts }) => texts.join('\t')).join('\n'))
  blocks.write('table', linesOf(filled))
}

const written = new WeakMap<Cell, string>()

/**
 * The text of each cell. A cell that spans rows is repeated in each of them, so that every row can be read by itself,
 * as long as there is room for repeats.
 */
const textsOf = (flow: Flow, cells: readonly (Cell | null)[], above: readonly boolean[]): string[] =>
  cells.map((cell, column) => {
    if (cell === null) return ''
    if (above[column]) return repeated(flow, written.get(cell) ?? '')
    const text = flow.onOneLine(cell.element, true)
    if (cell.down > 0) written.set(cell, text)
    return text
  })

const repeated = ({ room, repeats }: Flow, text: string): string => {
  if (!repeats.take(text.length)) return ''
  room.take(text.length)
  return text
}

interface Row {
  inHead: boolean
  cells: readonly (Cell | null)[]
  texts: string[]
}

const linesOf = (rows: readonly Row[]): string => {
  const [first, ...rest] = rows as [Row, ...Row[]]
  const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  // If the first row mixes header and data cells, its headers name rows, and it is not the head of the table.
  const isHead =
    first.inHead || !first.cells.some((cell) => cell?.isHeader) || first.cells.every((cell) => cell?.isHeader ?? true)
  const head = isHead ? first.texts : []
  const aligned = first.cells.map((cell) => (cell === null ? '' : alignmentOf(cell.element)))
  const alignments = Array.from({ length: columns }, (_, i) => aligned[i] ?? '')
  const padded = Array.from({ length: columns }, (_, i) => head[i] ?? '')
  return [lineOf(padded), delimiterRow(alignments), ...(isHead ? rest : rows).map(({ texts }) => lineOf(texts))].join(
    '\n',
  )
}

const lineOf = (texts: readonly string[]) => `| ${texts.join(' | ')} |`

/** Writes a layout table: its cells one after another, those of a row of short texts on one line. */
const writeLayout = (flow: Flow, { rows }: Table) => {
  for (const { cells } of rows) {
    const isLine = cells.every((cell) => !holdsBlock(flow.view.tree, cell.element))
    for (const { element } of cells) {
      if (flow.shows(element)) flow.children(element)
      if (isLine) flow.inline.gap()
      else flow.flush()
    }
    flow.flush()
  }
}
