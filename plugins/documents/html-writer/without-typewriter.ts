/** Whether a font is one that code is set in. */
export type IsCodeFont = (font: string) => boolean

/** Below this nothing is known of how a document looks. */
const MIN_CHARACTERS = 400
/** Share of the text. */
const MAX_CODE_SHARE = 0.9

const noFont: IsCodeFont = () => false

/**
 * Reads a document by its fonts, and once more without them where nearly all of it would be code: that one is
 * typewritten.
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
  for (let at = 0; at < html.length; ) {
    const start = html.indexOf('<', at)
    const length = (start < 0 ? html.length : start) - at
    all += length
    if (inCode) code += length
    const end = start < 0 ? -1 : html.indexOf('>', start)
    if (end < 0) break
    const mark = html.slice(start, end + 1)
    if (mark === '<code>') inCode = true
    else if (mark === '</code>') inCode = false
    at = end + 1
  }
  return all >= MIN_CHARACTERS && code > all * MAX_CODE_SHARE
}
