import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { type Extract, Unreadable } from '../untrusted/extracted.ts'
import { makeBlocks } from './blocks/flow.ts'
import { comparable, markHeadings, type Outline } from './blocks/headings.ts'
import { joinColumns } from './blocks/join.ts'
import { htmlOf } from './html.ts'
import { withoutFurniture } from './layout/furniture.ts'
import { type Piece, splitRegions } from './layout/regions.ts'
import type { Block, Line, PageContent, Table } from './model.ts'
import { readPdfMetadata } from './source/metadata.ts'
import { openPdf } from './source/open.ts'
import { readPageContent } from './source/page.ts'
import { takeAlignedTables } from './tables/aligned-tables.ts'
import { takeRuledTables } from './tables/ruled-tables.ts'
import { readTagged, type StructNode } from './tagged/tagged.ts'
import { type Facts, factsOf } from './text/facts.ts'
import { makeLines } from './text/lines.ts'
import type { Vocabulary } from './text/spans.ts'

/**
 * Reads a PDF: by its structure tree where it has one, else by where its text stands and what it looks like. Throws
 * Unreadable: `encrypted`, `damaged`, and `scanned` where no page has text.
 */
export const extract: Extract = async (bytes) => {
  const document = await openPdf(bytes)
  const pages = await readPages(document)
  const runs = pages.flatMap(({ parts }) => parts.flatMap((part) => part.runs))
  if (runs.length === 0) {
    throw new Unreadable('scanned', 'The PDF has no text: its pages are pictures, which are not read')
  }
  const blocks = readBlocks(pages, factsOf(runs), await readOutline(document))
  return {
    html: htmlOf(blocks),
    ...(await readPdfMetadata(document)),
    pageCount: document.numPages,
    contentSource: 'document',
  }
}

interface Page {
  /** By the direction of the text, the main one first. */
  parts: PageContent[]
  tree: StructNode | null
}

/** After so many broken pages in a row no more are looked for: a file may promise billions. */
const MOST_BROKEN = 20

async function readPages(document: PDFDocumentProxy): Promise<Page[]> {
  const { OPS } = await import('unpdf/pdfjs')
  const pages: Page[] = []
  let failure: unknown
  let broken = 0
  for (let number = 1; number <= document.numPages && broken < MOST_BROKEN; number++) {
    try {
      const page = await document.getPage(number)
      const tree = (await page.getStructTree().catch(() => null)) as StructNode | null
      pages.push({ parts: await readPageContent(page, OPS), tree })
      page.cleanup()
      broken = 0
    } catch (error) {
      // A broken page among whole ones costs no more than itself.
      failure = error
      broken++
    }
  }
  if (pages.length === 0) throw failure
  return pages
}

/** Pages by their tree, or by their looks. */
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
  // A tree that names headings names all.
  const hasHeadings = tagged.some((page) => page?.some(({ kind }) => kind === 'heading'))
  return hasHeadings ? blocks : markHeadings(blocks, outline, bodySize)
}

/** The columns of each page, as blocks. */
function layOut(pages: readonly PageContent[][], facts: Facts): Block[][][] {
  const prepared = pages.map((parts) =>
    parts.map(({ runs, rulings, height }) => {
      const { tables, rest } = takeRuledTables(runs, rulings, facts.words)
      return { tables, lines: makeLines(rest), rulings, height }
    }),
  )
  // Running heads are told by the text that is written as most is.
  const mains = withoutFurniture(prepared.map(([main]) => main ?? EMPTY))
  return prepared.map((parts, i) =>
    (parts.length === 0 ? [] : [mains[i]!, ...parts.slice(1)]).flatMap(({ tables, lines, rulings }) => {
      const pieces: Piece[] = [
        ...lines.map((line) => ({ left: line.left, right: line.right, top: line.top, bottom: line.bottom, line })),
        ...tables.map(({ box, table }) => ({ ...box, table })),
      ]
      return splitRegions(pieces, rulings, facts.isRightToLeft).map((region) =>
        makeBlocks(elementsOf(region, facts.words), facts),
      )
    }),
  )
}

const EMPTY = { tables: [], lines: [], rulings: [], height: 0 }

/** Lines and tables of a column in their order. */
function elementsOf(region: readonly Piece[], words: Vocabulary): (Line | Table)[] {
  const elements: (Line | Table)[] = []
  let lines: Line[] = []
  const end = () => {
    elements.push(...takeAlignedTables(lines, words))
    lines = []
  }
  for (const { line, table } of region) {
    if (line) lines.push(line)
    else if (table) {
      end()
      elements.push(table)
    }
  }
  end()
  return elements
}

interface OutlineNode {
  title: string
  items: OutlineNode[]
}

async function readOutline(document: PDFDocumentProxy): Promise<Outline> {
  const found = new Map<string, number>()
  const read = (nodes: readonly OutlineNode[], depth: number) => {
    for (const { title, items } of nodes) {
      const name = comparable(title)
      if (name !== '' && !found.has(name)) found.set(name, Math.min(6, depth))
      if (depth < 20) read(items, depth + 1)
    }
  }
  read((await document.getOutline().catch(() => null)) ?? [], 1)
  return found
}
