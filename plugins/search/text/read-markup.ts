import { Parser } from 'htmlparser2'
import type { Excerpt } from 'weirjs/schemas'

/** Elements whose text is not content. */
const unread = new Set(['script', 'style', 'noscript', 'template', 'title'])

const isHeading = (name: string) => /^h[1-6]$/.test(name)

/** Characters of HTML that are parsed at a time. */
const AT_ONCE = 8192

/** The deepest nesting that is read, as each tag costs the parser more the more elements are open. */
const MAX_DEPTH = 1000

/** The text and headings of HTML. It stops soon after `most` characters of text, and where it nests too deep. */
export function readMarkup(html: string, most = Number.POSITIVE_INFINITY): Excerpt {
  const text: string[] = []
  let length = 0
  const headings: string[] = []
  let silent = 0
  let heading = false
  let depth = 0
  const parser = new Parser({
    onopentag(name) {
      if (++depth > MAX_DEPTH) return parser.pause()
      if (unread.has(name)) silent++
      if (isHeading(name)) headings.push('')
      heading ||= isHeading(name)
    },
    onclosetag(name) {
      depth--
      if (unread.has(name)) silent--
      heading &&= !isHeading(name)
      text.push(' ')
    },
    ontext(part) {
      if (silent > 0) return
      text.push(part)
      length += part.trim().length
      if (heading) headings.push(headings.pop() + part)
    },
  })
  for (let at = 0; at < html.length && length < most && depth <= MAX_DEPTH; at += AT_ONCE)
    parser.write(html.slice(at, at + AT_ONCE))
  if (depth <= MAX_DEPTH) parser.end()
  return { text: text.join(''), headings: headings.map((one) => one.trim()).filter(Boolean) }
}
