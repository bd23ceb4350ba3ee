import process from 'node:process'
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import type { TextLimit } from '../../untrusted/text-limit.ts'
import type { PageContent } from '../model.ts'
import type { StructNode } from '../tagged/struct-node.ts'
import { readPageContent } from './page.ts'

/** A page as it stands in the file. */
export interface Page {
  /** By the direction of the text, the main one first. */
  parts: PageContent[]
  /** Its structure tree; null where it has none. */
  tree: StructNode | null
}

/** After so many broken pages in a row no more are looked for: a file may promise billions. */
const MOST_BROKEN = 20
/** More pages than any book has. */
const MAX_PAGES = 5_000
/** Seconds of processor time for pages: finding one among its siblings takes longer the more there are. */
const MAX_CPU_SECONDS = 8

/** Reads the pages that can be read, the first where there is too much. Throws the failure of the last where none can. */
export async function readPages(document: PDFDocumentProxy, limit: TextLimit): Promise<Page[]> {
  const { OPS } = await import('unpdf/pdfjs')
  const pages: Page[] = []
  let failure: unknown
  let broken = 0
  const started = cpuSeconds()
  for (let number = 1; number <= document.numPages && broken < MOST_BROKEN; number++) {
    if (number > MAX_PAGES || cpuSeconds() - started > MAX_CPU_SECONDS) {
      limit.warn(
        `The PDF was cut after page ${number - 1} of ${document.numPages}: it takes too long to be read at once`,
      )
      break
    }
    try {
      const page = await document.getPage(number)
      const tree = (await page.getStructTree().catch(() => null)) as StructNode | null
      const parts = await readPageContent(page, OPS, limit)
      page.cleanup()
      broken = 0
      if (!limit.take(lengthOf(parts))) break
      pages.push({ parts, tree })
    } catch (error) {
      // A broken page among whole ones costs no more than itself.
      failure = error
      broken++
    }
  }
  if (pages.length === 0 && failure !== undefined) throw failure
  return pages
}

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}

const lengthOf = (parts: readonly PageContent[]): number =>
  parts.reduce((sum, { runs }) => sum + runs.reduce((length, { text }) => length + text.length, 0), 0)
