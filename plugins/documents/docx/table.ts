import { onlyParagraph } from '../html-writer/markup.ts'
import { type TableRow, writeTable } from '../html-writer/table.ts'
import { childOf, elementsOf, type XmlElement } from '../xml/xml-tree.ts'
import type { Context } from './context.ts'
import { isOn, valueOf } from './values.ts'

interface Cell {
  /** Its blocks as HTML. `html`: the same without the tags of a single paragraph. */
  blocks: string
  html: string
  columns: number
  rows: number
  /** The first column that the cell covers. */
  column: number
}

/** A table as HTML, with merged cells. `htmlOf` reads the content of a cell. */
export const tableOf = (
  table: XmlElement,
  context: Context,
  htmlOf: (cell: XmlElement, context: Context) => string,
): string => {
  const rows: { cells: Cell[]; isHead: boolean }[] = []
  /** For each column, the cell that may be merged with the cells below it. */
  const above = new Map<number, Cell>()
  for (const row of childrenThrough(table, 'w:tr')) {
    const properties = childOf(row, 'w:trPr')
    if (properties && childOf(properties, 'w:del')) continue
    const cells: Cell[] = []
    let column = numberOf(properties && childOf(properties, 'w:gridBefore'), 0)
    if (column > 0) cells.push({ blocks: '', html: '', columns: column, rows: 1, column: 0 })
    for (const element of childrenThrough(row, 'w:tc')) {
      const own = childOf(element, 'w:tcPr')
      const columns = Math.max(1, numberOf(own && childOf(own, 'w:gridSpan'), 1))
      const merge = own && childOf(own, 'w:vMerge')
      const upper = above.get(column)
      if (merge && valueOf(merge) !== 'restart' && upper) {
        upper.rows++
      } else {
        const blocks = htmlOf(element, context)
        const cell: Cell = { blocks, html: onlyParagraph(blocks), columns, rows: 1, column }
        cells.push(cell)
        if (merge) above.set(column, cell)
        else above.delete(column)
      }
      column += columns
    }
    rows.push({ cells, isHead: isOn(properties && childOf(properties, 'w:tblHeader')) ?? false })
  }
  // A single cell is only a frame around text.
  if (rows.length === 1 && rows[0]!.cells.length === 1) return rows[0]!.cells[0]!.blocks
  return writeTable(withHead(rows, table))
}

/**
 * If no row is marked as header, the first row is one if the table's style treats it so and all of its cells have
 * text.
 */
const withHead = (rows: readonly TableRow[], table: XmlElement): readonly TableRow[] => {
  const [first, ...rest] = rows
  if (!first || first.isHead || rest.length === 0 || !first.cells.every(({ html }) => html !== '')) return rows
  const properties = childOf(table, 'w:tblPr')
  const look = properties && childOf(properties, 'w:tblLook')
  const bits = Number.parseInt(valueOf(look) ?? '0', 16)
  const isStyled =
    look !== undefined && (/^(1|true|on)$/.test(look.attributes['w:firstRow'] ?? '') || (bits & 0x20) !== 0)
  return isStyled ? [{ ...first, isHead: true }, ...rest] : rows
}

const numberOf = (element: XmlElement | undefined, otherwise: number): number => {
  const value = Number(valueOf(element) ?? otherwise)
  return Number.isInteger(value) && value >= 0 && value <= 1_000 ? value : otherwise
}

/** Children by name, including those in content controls and tracked changes. */
const childrenThrough = (parent: XmlElement, name: string): XmlElement[] =>
  elementsOf(parent).flatMap((child) =>
    child.name === name
      ? [child]
      : /^w:(sdt|sdtContent|customXml|ins|moveTo)$/.test(child.name)
        ? childrenThrough(child, name)
        : [],
  )
