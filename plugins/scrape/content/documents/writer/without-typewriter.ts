/** Whether a font is one that code is set in. */
export type IsCodeFont = (font: string) => boolean

/** Below this nothing is known of how a document looks. */
const LEAST_CHARACTERS = 400
/** Share of the text. */
const MOST_CODE = 0.9

const noFont: IsCodeFont = () => false

/**
 * Reads a document by its fonts, and once more without them where nearly all of it would be code: that one is typewritten.
 */
export async function withoutTypewriter(
  isCodeFont: IsCodeFont,
  read: (isCodeFont: IsCodeFont) => string | Promise<string>,
): Promise<string> {
  const html = await read(isCodeFont)
  return isTypewritten(html) ? read(noFont) : html
}

const isTypewritten = (html: string): boolean => {
  let all = 0
  let code = 0
  let inCode = false
  for (const [piece] of html.matchAll(/<[^>]*>|[^<]+/g)) {
    if (piece === '<code>') inCode = true
    else if (piece === '</code>') inCode = false
    else if (!piece.startsWith('<')) {
      all += piece.length
      if (inCode) code += piece.length
    }
  }
  return all >= LEAST_CHARACTERS && code > all * MOST_CODE
}
