import { type Block, htmlBlock, lengthOf, writeBlocks } from '../html-writer/blocks.ts'
import { isBlank, onlyParagraph, tag, trimmed } from '../html-writer/markup.ts'
import { isAllCode, type Run, unbold, writeRuns } from '../html-writer/runs.ts'
import { childOf, elementsOf, type XmlElement } from '../xml/xml-tree.ts'
import { takeChunk } from './chunks.ts'
import type { Context } from './context.ts'
import { readInline } from './inline.ts'
import { listOf, type Style } from './styles.ts'
import { tableOf } from './table.ts'
import { valueOf } from './values.ts'

/** Containers that do not change the blocks in them. */
const transparent = new Set(['w:sdt', 'w:sdtContent', 'w:customXml', 'w:smartTag', 'w:ins', 'w:moveTo'])

/** Reads blocks one by one, so that a long document need not be in memory as a tree. */
export interface BlockReader {
  read: (element: XmlElement) => void
  /** Characters that were read since the last call. */
  takenLength: () => number
  /** Returns everything that was read, as HTML. */
  end: () => string
}

/** The blocks of a body, a cell, a note or a text box, as HTML. */
const htmlOf = (parent: XmlElement, context: Context): string => {
  const { read, end } = createBlockReader(context)
  for (const child of elementsOf(parent)) read(child)
  return end()
}

/** The same, but without the tags of a single paragraph. */
export const innerHtmlOf = (parent: XmlElement, context: Context): string => onlyParagraph(htmlOf(parent, context))

/** Creates a reader that keeps state between blocks, as the text of a paragraph may continue in the next one. */
export const createBlockReader = (context: Context): BlockReader => {
  const blocks: Block[] = []
  /** Text of paragraphs whose end mark was deleted. It continues in the next paragraph. */
  let carried: Run[] = []
  let measured = 0
  const read = (element: XmlElement) => {
    if (element.name === 'w:p') carried = readParagraph(element, carried, blocks, context)
    else if (element.name === 'w:tbl') blocks.push(htmlBlock(tableOf(element, context, htmlOf)))
    else if (element.name === 'w:sdt' && isContents(element)) return
    else if (element.name === 'w:altChunk')
      blocks.push(htmlBlock(takeChunk(context.chunks, element.attributes['r:id'])))
    else if (transparent.has(element.name)) for (const child of elementsOf(element)) read(child)
    else if (element.name === 'mc:AlternateContent') {
      for (const child of elementsOf(childOf(element, 'mc:Choice') ?? element)) read(child)
    }
  }
  const end = () => {
    if (carried.length > 0) blocks.push(htmlBlock(tag('p', writeRuns(carried))))
    return writeBlocks(blocks)
  }
  const takenLength = () => {
    let length = 0
    for (; measured < blocks.length; measured++) length += lengthOf(blocks[measured]!)
    return length
  }
  return { read, takenLength, end }
}

/** Whether this is a table of contents by Word, which repeats the headings. */
const isContents = (control: XmlElement): boolean => {
  const properties = childOf(control, 'w:sdtPr')
  const part = properties && childOf(properties, 'w:docPartObj')
  return valueOf(part && childOf(part, 'w:docPartGallery')) === 'Table of Contents'
}

/**
 * Adds the block of a paragraph, or returns its text if that continues in the next paragraph. `carried`, which may
 * come from any number of paragraphs, is extended and not copied.
 */
const readParagraph = (paragraph: XmlElement, carried: Run[], blocks: Block[], context: Context): Run[] => {
  const properties = childOf(paragraph, 'w:pPr')
  const style = styleOf(properties, context)
  const { runs: own, boxes } = readInline(paragraph, style, context)
  const runs = carried
  for (const run of own) runs.push(run)
  const mark = properties && childOf(properties, 'w:rPr')
  if (mark && (childOf(mark, 'w:del') || childOf(mark, 'w:moveFrom'))) return runs
  const block = style.role === 'contents' ? undefined : blockOf(runs, style, properties, context)
  if (block) blocks.push(block)
  for (const box of boxes) {
    const html = typeof box === 'string' ? box : htmlOf(box, context)
    if (!isBlank(html)) blocks.push(htmlBlock(html))
  }
  return []
}

/** The style of a paragraph, with the outline level that the paragraph sets itself. */
const styleOf = (properties: XmlElement | undefined, { styles }: Context): Style => {
  const style = styles.of(valueOf(properties && childOf(properties, 'w:pStyle')) ?? 'Normal')
  const outline = valueOf(properties && childOf(properties, 'w:outlineLvl'))
  if (outline === undefined || style.role !== undefined) return style
  return { ...style, heading: Number(outline) < 9 ? Math.min(Number(outline) + 1, 6) : undefined }
}

const blockOf = (
  runs: readonly Run[],
  style: Style,
  properties: XmlElement | undefined,
  context: Context,
): Block | undefined => {
  const numbering = properties && childOf(properties, 'w:numPr')
  const list = numbering ? listOf(numbering, style.list) : style.list
  const written = writeRuns(runs)
  if (isBlank(written) && style.role !== 'code') return undefined
  const marker = list && list.id !== '0' ? context.numbering.next(list.id, list.level) : undefined
  if (style.heading !== undefined) {
    const label = marker?.label ? `${marker.label} ` : ''
    return htmlBlock(tag(`h${style.heading}`, label + trimmed(writeRuns(unbold(runs)))))
  }
  if (style.role === 'code' || isAllCode(runs)) {
    if (list === undefined) return { kind: 'code', text: runs.map(({ text }) => text).join('') }
  }
  const html = trimmed(written)
  if (marker && list && marker.kind !== 'none') {
    const { level, id } = list
    return { kind: 'item', html, item: { level, ordered: marker.kind === 'number', number: marker.number, list: id } }
  }
  const start = html.startsWith('<math ') ? html.slice(0, html.indexOf('>')) : ''
  const isFormula = start.includes('display="block"') && html.endsWith('</math>')
  const paragraph = isFormula && !html.slice(1).includes('<math') ? html : tag('p', html)
  return style.role === 'quote' ? { kind: 'quote', html: paragraph } : htmlBlock(paragraph)
}
