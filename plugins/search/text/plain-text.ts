/** The text of markdown as a reader sees it, in one line. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/^```.*$/gm, '')
    .replace(/!\[[^\][]*\]\([^()]*\)/g, '')
    .replace(/\]\([^()\s]*(?: "[^"]*")?\)/g, ']')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,9}\.)[ \t]+/gm, '')
    .replace(/^[ \t|:-]+$/gm, '')
    .replace(/\\([\p{P}\p{S}])|[*_`[\]|]/gu, (_, escaped?: string) => escaped ?? ' ')
    // A blank between words, which most are, stays as it is.
    .replace(/ \s+|[^\S ]\s*/g, ' ')
    .trim()

/** The lines of markdown that are headings, without their marks. */
export const headingsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#{1,6}[ \t]+(.*)$/gm)].map(([, heading]) => plainText(heading!))
