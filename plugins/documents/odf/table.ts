import { onlyParagraph } from '../html-writer/markup.ts'
import { type TableCell, type TableRow, writeTable } from '../html-writer/table.ts'
import { elementsOf, type XmlElement } from '../xml/xml-tree.ts'
import type { OdfContext } from './inline.ts'

interface OdfCell extends TableCell {
  /** Its blocks as HTML. `html`: the same without the tags of a single paragraph. */
  blocks: string
}

/** A table as HTML, without covered cells. `htmlOf` reads the content of a cell. */
export const tableOf = (
  table: XmlElement,
  context: OdfContext,
  htmlOf: (cell: XmlElement, context: OdfContext) => string,
): string => {
  const rows: (TableRow & { cells: readonly OdfCell[] })[] = []
  const cellsOf = (row: XmlElement) => elementsOf(row).filter(({ name }) => name === 'table:table-cell')
  const visit = (parent: XmlElement, isHead: boolean) => {
    for (const child of elementsOf(parent)) {
      if (child.name === 'table:table-header-rows') visit(child, true)
      else if (child.name === 'table:table-rows' || child.name === 'table:table-row-group') visit(child, isHead)
      else if (child.name === 'table:table-row') {
        const cells = cellsOf(child).flatMap((cell) => {
          const blocks = htmlOf(cell, context)
          const read: OdfCell = {
            blocks,
            html: onlyParagraph(blocks),
            columns: Number(cell.attributes['table:number-columns-spanned'] ?? 1),
            rows: Number(cell.attributes['table:number-rows-spanned'] ?? 1),
          }
          const count = context.repeats.of(cell.attributes['table:number-columns-repeated'], blocks.length, 1)
          return Array.from({ length: count }, () => read)
        })
        const length = cells.reduce((sum, { html }) => sum + html.length, 0)
        for (
          let i = context.repeats.of(child.attributes['table:number-rows-repeated'], length, cells.length + 1);
          i > 0;
          i--
        )
          rows.push({ cells, isHead })
      }
    }
  }
  visit(table, false)
  const [only] = rows
  // A single cell is only a frame around text.
  if (only && rows.length === 1 && only.cells.length === 1) return only.cells[0]!.blocks
  return writeTable(rows)
}
