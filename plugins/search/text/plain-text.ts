/** Characters of markdown that are read at a time, up to the end of a line. */
const AT_ONCE = 8192

/** The text of markdown as a reader sees it, on one line. It reads no further than `most` characters require. */
export function plainText(markdown: string, most = Number.POSITIVE_INFINITY): string {
  if (markdown.length <= AT_ONCE) return textOf(markdown)
  const parts: string[] = []
  for (let at = 0, length = 0; at < markdown.length && length < most; ) {
    const end = markdown.indexOf('\n', at + AT_ONCE) + 1 || markdown.length
    const part = textOf(markdown.slice(at, end))
    if (part !== '') parts.push(part)
    length += part.length + 1
    at = end
  }
  return parts.join(' ')
}

const textOf = (markdown: string): string =>
  markdown
    .replace(/^```.*$/gm, '')
    .replace(/!\[[^\][]*\]\([^()]*\)/g, '')
    .replace(/\]\([^()\s]*(?: "[^"]*")?\)/g, ']')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,9}\.)[ \t]+/gm, '')
    .replace(/^[ \t|:-]+$/gm, '')
    .replace(/\\([\p{P}\p{S}])|[*_`[\]|]/gu, (_, escaped?: string) => escaped ?? ' ')
    // A space between words, the most common case, stays as it is.
    .replace(/ \s+|[^\S ]\s*/g, ' ')
    .trim()

/** The lines of markdown that are headings, without their marks. */
export const headingsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#{1,6}[ \t]+(.*)$/gm)].map(([, heading]) => textOf(heading!))
