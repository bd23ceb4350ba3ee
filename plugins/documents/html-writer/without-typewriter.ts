/** Whether a font is used for code. */
export type IsCodeFont = (font: string) => boolean

/** A shorter document is too short to judge. */
const MIN_CHARACTERS = 400
/** The maximum share of code in the text. */
const MAX_CODE_SHARE = 0.9

const noFont: IsCodeFont = () => false

/**
 * Reads a document, and once more without regard to fonts if nearly all of it would be code: then it is only set in a
 * typewriter font.
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
