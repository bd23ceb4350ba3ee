import type { PDFPageProxy } from 'unpdf/pdfjs'

/** How the letters of a font look. */
export interface FontLook {
  bold: boolean
  italic: boolean
  mono: boolean
}

const PLAIN: FontLook = { bold: false, italic: false, mono: false }

/**
 * What a font looks like: by its name, and by what pdf.js knows of its family, to which all are of one width that
 * have no letters of several; `sample` is what is written in it. The page's operators must have been read.
 */
export function fontLooks(
  page: PDFPageProxy,
  styles: Readonly<Record<string, { fontFamily: string }>>,
  sample: ReadonlyMap<string, string>,
) {
  const known = new Map<string, FontLook>()
  return (id: string): FontLook => {
    let look = known.get(id)
    if (look === undefined) {
      look = page.commonObjs.has(id)
        ? lookOf(page.commonObjs.get(id), styles[id]?.fontFamily === 'monospace' && hasWidths(sample.get(id) ?? ''))
        : PLAIN
      known.set(id, look)
    }
    return look
  }
}

/** Letters that are narrow and letters that are wide in other fonts. */
const hasWidths = (text: string) => /[ilj.]/.test(text) && /[mwMW]/.test(text)

function lookOf(font: { name?: unknown; bold?: unknown; italic?: unknown }, isOneWidth: boolean): FontLook {
  const name = String(font?.name ?? '').replace(/^[A-Z]{6}\+/, '')
  return {
    bold: font?.bold === true || /bold|black|heavy|semibold|demi|cmbx|-bd\b|,bd/i.test(name),
    italic: font?.italic === true || /italic|oblique|slanted|cmti|cmsl|-it\b/i.test(name),
    mono: isOneWidth || /mono|courier|consol|typewriter|cmtt|menlo|inconsolata/i.test(name),
  }
}
