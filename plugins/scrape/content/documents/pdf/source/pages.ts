import type { PDFDocumentProxy } from 'unpdf/pdfjs'
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

/** Reads the pages that can be read. Throws the failure of the last where none can. */
export async function readPages(document: PDFDocumentProxy): Promise<Page[]> {
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
