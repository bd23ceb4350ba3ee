import process from 'node:process'
import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs'
import { Unreadable } from '../../../content/sandbox-toolkit.ts'
import type { TextLimit } from '../../html-writer/text-limit.ts'
import type { PageContent } from '../model.ts'
import type { StructNode } from '../tagged/struct-node.ts'
import { annotationReader } from './links.ts'
import { type PageReader, readPageContent } from './page.ts'
import type { PageWork } from './page-work.ts'
import { Unpacking } from './unpacking.ts'

/** A page of the file. */
export interface Page {
  /** Its content by direction of the text, the main one first. */
  parts: PageContent[]
  /** Its structure tree; null if there is none. */
  tree: StructNode | null
}

/** Maximum of broken pages in a row, as a file may claim to have billions. */
const MAX_BROKEN = 20
/** Maximum of pages that are objects which were pages before. Finding each takes longer the more there are. */
const MAX_REPEATED = 100
/** Seconds of CPU time for all pages. Finding one among its siblings takes longer the more there are. */
const MAX_CPU_SECONDS = 8
/** Milliseconds after which the pages that were read are used, as a longer wait would end without an answer. */
const MAX_TIME = 25_000

/**
 * Reads all readable pages, or the first ones up to the limits. Throws the error of the last page if none is
 * readable.
 */
export async function readPages(
  document: PDFDocumentProxy,
  work: PageWork,
  { limit, maxPages = document.numPages }: { limit: TextLimit; maxPages?: number },
): Promise<Page[]> {
  const last = Math.min(document.numPages, maxPages)
  const { OPS } = await import('unpdf/pdfjs')
  const reader: PageReader = { ops: OPS, annotationsOf: annotationReader(document, work), work, limit }
  const unpacking = new Unpacking()
  const pages: Page[] = []
  /** Pages by object, as the page tree may refer to the same one any number of times. */
  const known = new Map<string, Page>()
  let failure: unknown
  let broken = 0
  const started = cpuSeconds()
  const begun = performance.now()
  for (let number = 1; number <= last && broken < MAX_BROKEN; number++) {
    const isSlow = cpuSeconds() - started > MAX_CPU_SECONDS || performance.now() - begun > MAX_TIME
    const repeated = pages.length - known.size
    const isOver = number > work.maxPages || repeated > MAX_REPEATED
    if (isOver || isSlow) {
      const why = isSlow ? 'it takes too long to be read at once' : 'no more are read of a file of its size'
      limit.warn(`The PDF was cut after page ${number - 1} of ${document.numPages}: ${why}`)
      break
    }
    try {
      unpacking.beginPage()
      const proxy = await document.getPage(number)
      const name = proxy.ref === null ? `page ${number}` : `${proxy.ref.num} ${proxy.ref.gen}`
      const page = known.get(name) ?? (await readPage(proxy, reader))
      if (page === null || !limit.take(lengthOf(page.parts))) break
      known.set(name, page)
      broken = 0
      pages.push(page)
    } catch (error) {
      // A broken page does not affect the others.
      failure = error
      broken++
      if (error instanceof Unreadable) limit.warn(`Page ${number} of the PDF is missing: ${error.message}`)
    }
  }
  if (pages.length === 0 && failure !== undefined) throw failure
  if (unpacking.isCut) {
    limit.warn('A page of the PDF was cut: it draws more than is read of one')
    if (!pages.some(({ parts }) => lengthOf(parts) > 0))
      throw new Unreadable('too_large', 'What the pages of the PDF draw is more than is read of one')
  }
  return pages
}

/** Reads a page; null if it exceeds the limits of the document. */
async function readPage(page: PDFPageProxy, reader: PageReader): Promise<Page | null> {
  const tree = (await page.getStructTree().catch(() => null)) as StructNode | null
  const parts = await readPageContent(page, reader)
  page.cleanup()
  return parts && { parts, tree }
}

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}

const lengthOf = (parts: readonly PageContent[]): number =>
  parts.reduce((sum, { runs }) => sum + runs.reduce((length, { text }) => length + text.length, 0), 0)
