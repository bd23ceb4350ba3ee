import { type TableRow, writeTable } from '../writer/table.ts'
import { elementsOf, type XmlElement } from '../xml-tree.ts'
import { htmlOf, innerHtmlOf } from './blocks.ts'
import type { OdfContext } from './inline.ts'

/** Equal cells and rows that a file keeps as one; more are the empty rest of a sheet. */
const MOST_REPEATS = 100

/** A table; cells that another one covers are left out. */
export const tableOf = (table: XmlElement, context: OdfContext): string => {
  const rows: TableRow[] = []
  const cellsOf = (row: XmlElement) => elementsOf(row).filter(({ name }) => name === 'table:table-cell')
  const visit = (parent: XmlElement, isHead: boolean) => {
    for (const child of elementsOf(parent)) {
      if (child.name === 'table:table-header-rows') visit(child, true)
      else if (child.name === 'table:table-rows' || child.name === 'table:table-row-group') visit(child, isHead)
      else if (child.name === 'table:table-row') {
        const cells = cellsOf(child).flatMap((cell) => {
          const read = {
            html: innerHtmlOf(cell, context),
            columns: Number(cell.attributes['table:number-columns-spanned'] ?? 1),
            rows: Number(cell.attributes['table:number-rows-spanned'] ?? 1),
          }
          return Array.from({ length: repeats(cell.attributes['table:number-columns-repeated']) }, () => read)
        })
        for (let i = repeats(child.attributes['table:number-rows-repeated']); i > 0; i--) rows.push({ cells, isHead })
      }
    }
  }
  visit(table, false)
  const [only] = rows
  // A frame around some text.
  if (only && rows.length === 1 && only.cells.length === 1) {
    const row = elementsOf(table).find(({ name }) => name === 'table:table-row')
    const cell = row && cellsOf(row)[0]
    return cell ? htmlOf(cell, context) : ''
  }
  return writeTable(rows)
}

const repeats = (count: string | undefined): number => Math.max(1, Math.min(Number(count ?? 1) || 1, MOST_REPEATS))
