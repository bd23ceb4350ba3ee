import type { PDFPageProxy } from 'unpdf/pdfjs'

/** A piece of text on a page. */
export interface TextItem {
  str: string
  dir: string
  transform: number[]
  width: number
  height: number
  fontName: string
}
/** The beginning or end of marked content. */
export interface Mark {
  type: string
  id?: string
}

/** The text of a page from pdf.js. */
export interface PageText {
  items: (TextItem | Mark)[]
  styles: Record<string, { fontFamily: string; vertical?: boolean }>
  isCut: boolean
}

/** Reads the first `most` pieces of a page's text. */
export async function readTextItems(page: PDFPageProxy, most: number): Promise<PageText> {
  const text: PageText = { items: [], styles: {}, isCut: false }
  const reader = (page.streamTextContent({ includeMarkedContent: true }) as ReadableStream<PageText>).getReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return text
    Object.assign(text.styles, value.styles)
    for (const item of value.items) text.items.push(item)
    if (text.items.length <= most) continue
    // The stream just stops being read, since pdf.js would run a cancelled one to its end.
    return { ...text, items: text.items.slice(0, most), isCut: true }
  }
}
