/** The target of a link or picture in markdown: `](url "title")`. */
export interface LinkTarget {
  /** The position of the `]`, of the end of the URL, and of the end of the whole. */
  from: number
  urlEnd: number
  to: number
}

/** The deepest nesting of parentheses in a URL. Deeper ones are escaped. */
const DEEPEST = 30
const [SPACE, OPEN, CLOSE, BACKSLASH] = [0x20, 0x28, 0x29, 0x5c]

/** The targets of all links and pictures. */
export function* linkTargets(markdown: string): Generator<LinkTarget> {
  let from = markdown.indexOf('](')
  while (from >= 0) {
    const urlEnd = endOfUrl(markdown, from + 2)
    const close = urlEnd < 0 ? -1 : endOfTitle(markdown, urlEnd)
    if (markdown[close] === ')') yield { from, urlEnd, to: close + 1 }
    from = markdown.indexOf('](', markdown[close] === ')' ? close + 1 : from + 2)
  }
}

/** The position after a URL that starts at another, at a blank or parenthesis; -1 if it is not balanced. */
const endOfUrl = (markdown: string, start: number): number => {
  let depth = 0
  let at = start
  for (; at < markdown.length; at++) {
    const code = markdown.charCodeAt(at)
    if (code <= SPACE) break
    if (code === BACKSLASH) at++
    else if (code === OPEN && ++depth > DEEPEST) return -1
    else if (code === CLOSE && --depth < 0) return at
  }
  return depth === 0 ? at : -1
}

/** The position after a title, which has quotes of either kind; that of the URL's end if there is none. */
const endOfTitle = (markdown: string, urlEnd: number): number => {
  const quote = markdown[urlEnd + 1]
  if (markdown[urlEnd] !== ' ' || (quote !== '"' && quote !== "'")) return urlEnd
  for (let at = urlEnd + 2; at < markdown.length && markdown[at] !== '\n'; at++) {
    if (markdown[at] === quote) return at + 1
    if (markdown[at] === '\\') at++
  }
  return -1
}
