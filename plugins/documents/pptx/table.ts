import { onlyParagraph } from '../html-writer/markup.ts'
import { writeTable } from '../html-writer/table.ts'
import { childOf, childrenOf, type XmlElement } from '../xml/xml-tree.ts'
import type { SlideContext } from './slide-context.ts'
import { isTrue, readText } from './text.ts'

/** A table of a slide as HTML, without covered cells. */
export const tableOf = (table: XmlElement, context: SlideContext): string => {
  const properties = childOf(table, 'a:tblPr')
  const hasHead = isTrue(properties?.attributes.firstRow)
  return writeTable(
    childrenOf(table, 'a:tr').map((row, at) => ({
      isHead: hasHead && at === 0,
      cells: childrenOf(row, 'a:tc')
        .filter(({ attributes }) => !isTrue(attributes.hMerge) && !isTrue(attributes.vMerge))
        .map((cell) => ({
          html: cellHtml(cell, context),
          columns: Number(cell.attributes.gridSpan ?? 1),
          rows: Number(cell.attributes.rowSpan ?? 1),
        })),
    })),
  )
}

const cellHtml = (cell: XmlElement, context: SlideContext): string => {
  const body = childOf(cell, 'a:txBody')
  const html = body ? readText(body, undefined, context) : ''
  return onlyParagraph(html)
}
