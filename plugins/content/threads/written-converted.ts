import { JsonText } from 'weirjs'
import type { Converted } from '../converted.ts'

/** What was converted, its data as text: objects and lists are dear to hand from thread to thread, and to write. */
export interface WrittenConverted {
  converted: Omit<Converted, 'json' | 'structured' | 'links' | 'pageLinks'>
  json: string | undefined
  structured: string | undefined
  links: string | undefined
  /** `pages` has a line for each. */
  pageLinks: { pages: string; sitemaps: string[] } | undefined
}

export const writeConverted = ({ json, structured, links, pageLinks, ...converted }: Converted): WrittenConverted => ({
  converted,
  json: JSON.stringify(json),
  structured: JSON.stringify(structured),
  links: JSON.stringify(links),
  pageLinks: pageLinks && { ...pageLinks, pages: [...pageLinks.pages].join('\n') },
})

/** `json`, `structured` and `links` are of the class JsonText. */
export const readWritten = ({ converted, json, structured, links, pageLinks }: WrittenConverted): Converted => ({
  ...converted,
  ...(json !== undefined && { json: new JsonText(json) }),
  ...(structured !== undefined && { structured: new JsonText(structured) }),
  ...(links !== undefined && { links: new JsonText(links) }),
  ...(pageLinks && { pageLinks: { ...pageLinks, pages: { [Symbol.iterator]: () => linesOf(pageLinks.pages) } } }),
})

/** Each line when it is asked for: to part a long text at once would hold up everybody. */
function* linesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    yield end < 0 ? text.slice(at) : text.slice(at, end)
    at = end < 0 ? text.length : end + 1
  }
}
