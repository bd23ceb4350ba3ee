import { type Block, htmlBlock, writeBlocks } from '../html-writer/blocks.ts'
import { isBlank, onlyParagraph, tag, trimmed } from '../html-writer/markup.ts'
import { isAllCode, unbold, writeRuns } from '../html-writer/runs.ts'
import { elementsOf, type XmlElement } from '../xml/xml-tree.ts'
import { type OdfContext, readInline } from './inline.ts'
import { readList } from './list.ts'
import { tableOf } from './table.ts'

/** Generated indexes, which repeat the text. */
const generated = new Set([
  'text:table-of-content',
  'text:illustration-index',
  'text:table-index',
  'text:object-index',
  'text:alphabetical-index',
  'text:user-index',
  'text:tracked-changes',
  'office:forms',
  'office:annotation',
  'text:sequence-decls',
  'text:variable-decls',
  'presentation:notes',
  'svg:title',
  'svg:desc',
])

/** The blocks of a text, a cell, a note or a text box, as HTML. */
export const htmlOf = (parent: XmlElement, context: OdfContext): string => writeBlocks(blocksOf(parent, context))

/** The same, but without the tags of a single paragraph. */
export const innerHtmlOf = (parent: XmlElement, context: OdfContext): string => onlyParagraph(htmlOf(parent, context))

/** The blocks within an element. */
const blocksOf = (parent: XmlElement, context: OdfContext): Block[] => {
  const blocks: Block[] = []
  for (const child of elementsOf(parent)) for (const block of blocksOfElement(child, context)) blocks.push(block)
  return blocks
}

/** The blocks of a single element. */
export const blocksOfElement = (element: XmlElement, context: OdfContext): Block[] => {
  const { name } = element
  if (generated.has(name)) return []
  if (name === 'text:p' || name === 'text:h') return paragraphBlocks(element, context)
  if (name === 'text:list') return readList(element, context, blocksOf)
  if (name === 'table:table') return [htmlBlock(tableOf(element, context, htmlOf))]
  if (name === 'draw:frame' || name === 'draw:object') {
    return paragraphBlocks({ name: 'text:p', attributes: {}, children: [element] }, context)
  }
  return blocksOf(element, context)
}

const paragraphBlocks = (paragraph: XmlElement, context: OdfContext): Block[] => {
  const { name, attributes } = paragraph
  const style = context.styles.of('paragraph', attributes['text:style-name'])
  if (style.hidden || style.role === 'contents') return []
  const level = name === 'text:h' ? Number(attributes['text:outline-level'] ?? 1) || 1 : style.role === 'title' ? 1 : 0
  const marks = level > 0 ? {} : { ...style.marks, ...(style.role === 'code' && { code: true }) }
  const { runs, boxes } = readInline(paragraph, style.role === 'quote' ? { ...marks, italic: false } : marks, context)
  const html = trimmed(writeRuns(level > 0 ? unbold(runs) : runs))
  const blocks: Block[] = []
  if (style.role === 'code' || isAllCode(runs)) {
    blocks.push({ kind: 'code', text: runs.map(({ text }) => text).join('') })
  } else if (!isBlank(html)) {
    if (level > 0) blocks.push(htmlBlock(tag(`h${Math.min(level, 6)}`, html)))
    else if (style.role === 'quote') blocks.push({ kind: 'quote', html: tag('p', html) })
    else blocks.push(htmlBlock(tag('p', html)))
  }
  for (const box of boxes) {
    const inside =
      typeof box === 'string' ? box : box.name === 'table:table' ? tableOf(box, context, htmlOf) : htmlOf(box, context)
    if (!isBlank(inside)) blocks.push(htmlBlock(inside))
  }
  return blocks
}
