import { type ReadDocument, Unreadable } from '../../content/sandbox-toolkit.ts'
import { TextLimit } from '../html-writer/text-limit.ts'
import { markHeadings, type Outline } from './blocks/headings.ts'
import { joinColumns } from './blocks/join.ts'
import { htmlOf } from './html.ts'
import { layOut } from './layout/lay-out.ts'
import type { Block } from './model.ts'
import { readPdfMetadata } from './source/metadata.ts'
import { openPdf } from './source/open.ts'
import { readOutline } from './source/outline.ts'
import { PageWork } from './source/page-work.ts'
import { type Page, readPages } from './source/pages.ts'
import { readTagged } from './tagged/read-tagged.ts'
import { type Facts, factsOf } from './text/facts.ts'

/**
 * Reads a PDF by its structure tree if it has one, or else by the position and look of its text. Throws Unreadable:
 * `encrypted`, `damaged`, or `scanned` if no page has text.
 *
 * The steps, each of them a folder, with the shapes between them in `model.ts`:
 *
 * 1. `source` gets runs of text, rulings, links, fields, outline, structure tree and metadata from pdf.js.
 * 2. `text` joins runs into lines in reading order, lines into spans, and collects facts about the whole text.
 * 3. `tagged` reads pages with a structure tree.
 * 4. `layout` reads the other pages: it finds `tables` and columns, and the lines of each column from top to bottom.
 * 5. `blocks` turns lines into paragraphs, lists and code, joins them across columns and pages, and finds headings.
 * 6. `html.ts` writes the blocks as HTML.
 */
export const read: ReadDocument = async (bytes, { maxPages }) => {
  const document = await openPdf(bytes)
  const limit = new TextLimit(bytes.length)
  const pages = await readPages(document, new PageWork(bytes.length, limit), { limit, maxPages })
  const runs = pages.flatMap(({ parts }) => parts.flatMap((part) => part.runs))
  if (runs.length === 0) {
    if (limit.isReached) throw new Unreadable('too_large', 'The first page of the PDF holds more than is read at once')
    throw new Unreadable('scanned', 'The PDF has no text: its pages are images, which are not read')
  }
  const blocks = readBlocks(pages, factsOf(runs), await readOutline(document))
  return {
    html: htmlOf(blocks),
    ...(await readPdfMetadata(document)),
    pageCount: document.numPages,
    warnings: limit.warnings,
  }
}

/** Reads each page by its structure tree, or else by its layout. */
function readBlocks(pages: readonly Page[], facts: Facts, outline: Outline): Block[] {
  const { words, bodySize } = facts
  const tagged = pages.map(({ parts, tree }) =>
    tree === null
      ? null
      : readTagged(
          tree,
          parts.flatMap(({ runs }) => runs),
          words,
        ),
  )
  const laidOut = layOut(
    pages.map(({ parts }, i) => (tagged[i] === null ? parts : [])),
    facts,
  )
  const blocks = joinColumns(
    pages.flatMap((_, i) => (tagged[i] ? [tagged[i]] : laidOut[i]!)),
    words,
  )
  // If the structure trees mark any headings, they mark all of them.
  const hasHeadings = tagged.some((page) => page?.some(({ kind }) => kind === 'heading'))
  return hasHeadings ? blocks : markHeadings(blocks, outline, bodySize)
}
