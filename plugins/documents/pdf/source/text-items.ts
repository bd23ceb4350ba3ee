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
/** Where marked content begins or ends. */
export interface Mark {
  type: string
  id?: string
}

/** The text of a page as pdf.js gives it. */
export interface PageText {
  items: (TextItem | Mark)[]
  styles: Record<string, { fontFamily: string; vertical?: boolean }>
  isCut: boolean
}

/** The first pieces of a page's text, no more than `most` of which are made. */
export async function readTextItems(page: PDFPageProxy, most: number): Promise<PageText> {
  const text: PageText = { items: [], styles: {}, isCut: false }
  const reader = (page.streamTextContent({ includeMarkedContent: true }) as ReadableStream<PageText>).getReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return text
    Object.assign(text.styles, value.styles)
    for (const item of value.items) text.items.push(item)
    if (text.items.length <= most) continue
    // What nobody reads any more stands still; what is cancelled, pdf.js goes on with to its end.
    return { ...text, items: text.items.slice(0, most), isCut: true }
  }
}
