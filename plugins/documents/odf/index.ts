import { type ReadDocument, Unreadable } from '../../content/sandbox-toolkit.ts'
import { type Block, lengthOf, writeBlocks } from '../html-writer/blocks.ts'
import { createNotes } from '../html-writer/notes.ts'
import { TextLimit } from '../html-writer/text-limit.ts'
import { type IsCodeFont, withoutTypewriter } from '../html-writer/without-typewriter.ts'
import { isMonospaced } from '../office/code-names.ts'
import { openPackage } from '../opc/open-package.ts'
import { parsePart } from '../opc/parse-part.ts'
import { refuseEncrypted } from '../opc/refuse-encrypted.ts'
import { childOf, childrenOf } from '../xml/xml-tree.ts'
import { blocksOfElement, innerHtmlOf } from './blocks.ts'
import type { OdfContext } from './inline.ts'
import { readObjects } from './objects.ts'
import { odfProperties } from './properties.ts'
import { Repeats } from './repeats.ts'
import { type Slide, slideOf } from './slide.ts'
import { readOdfStyles } from './styles.ts'

/** Reads OpenDocument text (ODT, OTT) and presentations (ODP, OTP: a section for each slide, with its notes). */
export const read: ReadDocument = async (bytes) => {
  const parts = await openPackage(bytes)
  await refuseEncrypted(parts)
  const source = await parts.text('content.xml')
  // The text itself is skipped here, as the styles must be known before it is read.
  const content = source === undefined ? undefined : parsePart(source, 'office:text', () => {})
  const body = content && childOf(content, 'office:body')
  const [text, slides] = [body && childOf(body, 'office:text'), body && childOf(body, 'office:presentation')]
  const roots = [await parts.xml('styles.xml'), content]
  const objects = await readObjects(parts, new Repeats(bytes.length, new TextLimit(bytes.length)))
  const contextOf = (isCodeFont: IsCodeFont, limit: TextLimit): OdfContext => ({
    styles: readOdfStyles(roots, isCodeFont),
    notes: createNotes(),
    noteBodies: new Map(),
    objects: new Map(objects),
    lists: new Map(),
    repeats: new Repeats(bytes.length, limit),
  })
  const { pageCount, ...properties } = await odfProperties(parts)
  const known = {
    ...properties,
    language: properties.language ?? readOdfStyles(roots, isMonospaced).language,
  }
  if (slides) {
    const limit = new TextLimit(bytes.length)
    const context = contextOf(isMonospaced, limit)
    const shown = childrenOf(slides, 'draw:page').filter(
      ({ attributes }) => !context.styles.of('drawing-page', attributes['draw:style-name']).hidden,
    )
    const pages: Slide[] = []
    for (const page of shown) {
      const slide = slideOf(page, pages.length, context)
      if (!limit.take(slide.html.length)) break
      pages.push(slide)
    }
    const html = pages.map((page) => page.html).join('\n')
    const title = known.title ?? pages[0]?.title ?? null
    return { ...known, html, title, pageCount: shown.length, warnings: limit.warnings }
  }
  if (source === undefined || !text) throw new Unreadable('damaged', 'The document has no text part')
  let limit = new TextLimit(bytes.length)
  const html = await withoutTypewriter(isMonospaced, (isCodeFont) => {
    limit = new TextLimit(bytes.length)
    const context = contextOf(isCodeFont, limit)
    const blocks: Block[] = []
    parsePart(source, 'office:text', (element) => {
      if (limit.isReached) return
      for (const block of blocksOfElement(element, context)) if (limit.take(lengthOf(block))) blocks.push(block)
    })
    const notes = context.notes.write((id) => {
      const note = context.noteBodies.get(id)
      const html = note && !limit.isReached ? innerHtmlOf(note, context) : ''
      return limit.take(html.length) ? html : ''
    })
    return `${writeBlocks(blocks)}\n${notes}`.trim()
  })
  return { ...known, html, pageCount, warnings: limit.warnings }
}
