import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { comparable, type Outline } from '../blocks/headings.ts'

interface OutlineNode {
  title: string
  items: OutlineNode[]
}

/** Reads the titles of the outline (the bookmarks that viewers show beside the pages). */
export async function readOutline(document: PDFDocumentProxy): Promise<Outline> {
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
