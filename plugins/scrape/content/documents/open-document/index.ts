import { openPackage } from '../package/open-package.ts'
import { parsePart } from '../package/parse-part.ts'
import { refuseEncrypted } from '../package/refuse-encrypted.ts'
import { type Extract, Unreadable } from '../untrusted/extracted.ts'
import { isMonospaced } from '../word/code-names.ts'
import { type Block, writeBlocks } from '../writer/blocks.ts'
import { createNotes } from '../writer/notes.ts'
import { type IsCodeFont, withoutTypewriter } from '../writer/without-typewriter.ts'
import { childOf, childrenOf } from '../xml-tree.ts'
import { blocksOfElement, innerHtmlOf } from './blocks.ts'
import type { OdfContext } from './inline.ts'
import { readObjects } from './objects.ts'
import { odfProperties } from './properties.ts'
import { slideOf } from './slide.ts'
import { readOdfStyles } from './styles.ts'

/** Reads OpenDocument text (ODT, OTT) and presentations (ODP, OTP: a section for each slide, with its notes). */
export const extract: Extract = async (bytes) => {
  const parts = await openPackage(bytes)
  await refuseEncrypted(parts)
  const source = await parts.text('content.xml')
  // All but the text, whose styles must be known before it is read.
  const content = source === undefined ? undefined : parsePart(source, 'office:text', () => {})
  const body = content && childOf(content, 'office:body')
  const [text, slides] = [body && childOf(body, 'office:text'), body && childOf(body, 'office:presentation')]
  const roots = [await parts.xml('styles.xml'), content]
  const objects = await readObjects(parts)
  const contextOf = (isCodeFont: IsCodeFont): OdfContext => ({
    styles: readOdfStyles(roots, isCodeFont),
    notes: createNotes(),
    noteBodies: new Map(),
    objects,
    lists: new Map(),
  })
  const { pageCount, ...properties } = await odfProperties(parts)
  const known = {
    ...properties,
    language: properties.language ?? contextOf(isMonospaced).styles.language,
    contentSource: 'document' as const,
  }
  if (slides) {
    const context = contextOf(isMonospaced)
    const pages = childrenOf(slides, 'draw:page').map((page, index) => slideOf(page, index, context))
    const html = pages.map((page) => page.html).join('\n')
    return { ...known, html, title: known.title ?? pages[0]?.title ?? null, pageCount: pages.length }
  }
  if (source === undefined || !text) throw new Unreadable('damaged', 'The document has no text part')
  const html = await withoutTypewriter(isMonospaced, (isCodeFont) => {
    const context = contextOf(isCodeFont)
    const blocks: Block[] = []
    parsePart(source, 'office:text', (element) => {
      for (const block of blocksOfElement(element, context)) blocks.push(block)
    })
    const notes = context.notes.write((id) => {
      const note = context.noteBodies.get(id)
      return note ? innerHtmlOf(note, context) : ''
    })
    return `${writeBlocks(blocks)}\n${notes}`.trim()
  })
  return { ...known, html, pageCount }
}
