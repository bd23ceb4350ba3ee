import type { PDFPageProxy } from 'unpdf/pdfjs'

/** The look of a font. */
export interface FontLook {
  bold: boolean
  italic: boolean
  mono: boolean
}

/** Some text in a font, and its width relative to the size of the font. */
export interface FontSample {
  text: string
  width: number
}

/** The narrowest character of monospaced fonts, relative to the size of the font. */
const MIN_MONO_WIDTH = 0.46

const PLAIN: FontLook = { bold: false, italic: false, mono: false }

/**
 * Finds the look of fonts from their names and from what pdf.js knows of their families. pdf.js takes every font for
 * monospaced that has no letters of different widths, and may add text in other fonts to that of a bullet, so
 * `samples` of the text in each font are checked too. The page's operators must have been read before.
 */
export function fontLooks(
  page: PDFPageProxy,
  styles: Readonly<Record<string, { fontFamily: string }>>,
  samples: ReadonlyMap<string, FontSample>,
) {
  const known = new Map<string, FontLook>()
  return (id: string): FontLook => {
    let look = known.get(id)
    if (look === undefined) {
      look = page.commonObjs.has(id)
        ? lookOf(page.commonObjs.get(id), styles[id]?.fontFamily === 'monospace' && isMono(samples.get(id)))
        : PLAIN
      known.set(id, look)
    }
    return look
  }
}

/**
 * Whether a text has both letters that are narrow and letters that are wide in proportional fonts, and is as wide as
 * monospaced text.
 */
const isMono = ({ text, width }: FontSample = { text: '', width: 0 }) =>
  /[ilj.]/.test(text) && /[mwMW]/.test(text) && width >= MIN_MONO_WIDTH * text.length

function lookOf(font: { name?: unknown; bold?: unknown; italic?: unknown }, isOneWidth: boolean): FontLook {
  const name = String(font?.name ?? '').replace(/^[A-Z]{6}\+/, '')
  return {
    bold: font?.bold === true || /bold|black|heavy|semibold|demi|cmbx|-bd\b|,bd/i.test(name),
    italic: font?.italic === true || /italic|oblique|slanted|cmti|cmsl|-it\b/i.test(name),
    mono: isOneWidth || /mono|courier|consol|typewriter|cmtt|menlo|inconsolata/i.test(name),
  }
}
