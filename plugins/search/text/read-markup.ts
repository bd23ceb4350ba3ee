import { Parser } from 'htmlparser2'
import type { Excerpt } from 'weirjs/schemas'

/** Elements whose text nobody reads. */
const unread = new Set(['script', 'style', 'noscript', 'template', 'title'])

const isHeading = (name: string) => /^h[1-6]$/.test(name)

/** Characters of HTML that are read at a time. */
const AT_ONCE = 8192

/** The text of HTML, and its headings. It reads no further than `most` characters of text require. */
export function readMarkup(html: string, most = Number.POSITIVE_INFINITY): Excerpt {
  const text: string[] = []
  let length = 0
  const headings: string[] = []
  let silent = 0
  let heading = false
  const parser = new Parser({
    onopentag(name) {
      if (unread.has(name)) silent++
      if (isHeading(name)) headings.push('')
      heading ||= isHeading(name)
    },
    onclosetag(name) {
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
  for (let at = 0; at < html.length && length < most; at += AT_ONCE) parser.write(html.slice(at, at + AT_ONCE))
  parser.end()
  return { text: text.join(''), headings: headings.map((one) => one.trim()).filter(Boolean) }
}
