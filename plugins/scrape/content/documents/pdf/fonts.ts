import type { PDFPageProxy } from 'unpdf/pdfjs'

export interface FontLook {
  bold: boolean
  italic: boolean
  mono: boolean
}

const PLAIN: FontLook = { bold: false, italic: false, mono: false }

/** What a font looks like, by its name and by what pdf.js knows of its family. The page's operators must have been read. */
export function fontLooks(page: PDFPageProxy, styles: Readonly<Record<string, { fontFamily: string }>>) {
  const known = new Map<string, FontLook>()
  return (id: string): FontLook => {
    let look = known.get(id)
    if (look === undefined) {
      look = page.commonObjs.has(id) ? lookOf(page.commonObjs.get(id), styles[id]?.fontFamily) : PLAIN
      known.set(id, look)
    }
    return look
  }
}

function lookOf(font: { name?: unknown; bold?: unknown; italic?: unknown }, family: string | undefined): FontLook {
  const name = String(font?.name ?? '').replace(/^[A-Z]{6}\+/, '')
  return {
    bold: font?.bold === true || /bold|black|heavy|semibold|demi|cmbx|-bd\b|,bd/i.test(name),
    italic: font?.italic === true || /italic|oblique|slanted|cmti|cmsl|-it\b/i.test(name),
    mono: family === 'monospace' || /mono|courier|consol|typewriter|cmtt|menlo|inconsolata/i.test(name),
  }
}
