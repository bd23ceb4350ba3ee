import { decodeHTML } from 'entities'
import { normaliseUrl, parseHttpUrl } from 'weirjs'
import type { SearchHit } from '../service.ts'

/** Characters of what a provider says of a page. */
const MOST_TITLE = 500
const MOST_SNIPPET = 2000

/** A page that was found, as it may be shown. */
export interface CleanHit extends SearchHit {
  host: string
}

/**
 * What providers found, as plain text, each page once: a provider asks several sources, and an address has several
 * spellings. What is no address that could be fetched is left out.
 */
export function cleanHits(hits: readonly SearchHit[], limit: number): CleanHit[] {
  const found = new Map<string, CleanHit>()
  for (const hit of hits) {
    const parsed = parseHttpUrl(hit.url.trim())
    if (!('url' in parsed)) continue
    const key = identityOf(parsed.url)
    const same = found.get(key)
    const clean = {
      url: parsed.url.href,
      host: parsed.url.hostname,
      title: plain(hit.title, MOST_TITLE) || parsed.url.hostname,
      snippet: plain(hit.snippet, MOST_SNIPPET),
    }
    if (!same) found.set(key, clean)
    else if (same.snippet === '') same.snippet = clean.snippet
  }
  return [...found.values()].slice(0, limit)
}

/** The same for http and https, with and without a slash at the end. */
const identityOf = (url: URL) =>
  normaliseUrl(url)
    .replace(/^https?:/, '')
    .replace(/\/(?=\?|$)/, '')

/** Text without markup, in one line. */
function plain(text: string, most: number): string {
  const bounded = text.slice(0, 4 * most)
  return decodeHTML(bounded.replace(/<\/?[a-z][^<>]*>/gi, ''))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
}
