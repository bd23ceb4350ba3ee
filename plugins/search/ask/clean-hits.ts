import { decodeHTML } from 'entities/decode'
import { isoTime, parseHttpUrl } from 'weirjs'
import type { SearchHit, SearchQuery } from '../service.ts'
import { readTime } from '../sources.ts'
import { identityOf } from './identity.ts'

/** The most characters of a provider's title and snippet. */
const MAX_TITLE = 500
const MAX_SNIPPET = 2000

/** A hit that is safe to show. */
export interface CleanHit extends SearchHit {
  host: string
}

/**
 * Converts hits to plain text and removes duplicates: a provider asks several sources, and a URL can be spelled in
 * several ways. Drops hits whose URL cannot be fetched.
 */
export function cleanHits(
  hits: readonly SearchHit[],
  { limit, source }: Pick<SearchQuery, 'limit' | 'source'>,
): CleanHit[] {
  const found = new Map<string, CleanHit>()
  for (const hit of hits) {
    const parsed = parseHttpUrl(hit.url.trim())
    if (!('url' in parsed)) continue
    const image = source === 'images' ? cleanImage(hit.image) : undefined
    if (source === 'images' && !image) continue
    const key = image ? image.url : identityOf(parsed.url)
    const same = found.get(key)
    const published = readTime(hit.publishedAt)
    const clean: CleanHit = {
      url: parsed.url.href,
      host: parsed.url.hostname,
      title: plain(hit.title, MAX_TITLE) || parsed.url.hostname,
      snippet: plain(hit.snippet, MAX_SNIPPET),
      ...(!Number.isNaN(published) && { publishedAt: isoTime(published) }),
      ...(image && { image }),
    }
    if (!same) found.set(key, clean)
    else if (same.snippet === '') same.snippet = clean.snippet
  }
  return [...found.values()].slice(0, limit)
}

function cleanImage(image: SearchHit['image']): SearchHit['image'] {
  const url = addressOf(image?.url)
  if (!image || !url) return undefined
  const thumbnailUrl = addressOf(image.thumbnailUrl)
  const width = pixels(image.width)
  const height = pixels(image.height)
  return { url, ...(thumbnailUrl && { thumbnailUrl }), ...(width && { width }), ...(height && { height }) }
}

const addressOf = (written: string | undefined): string | undefined => {
  const parsed = parseHttpUrl(written?.trim() ?? '')
  return 'url' in parsed ? parsed.url.href : undefined
}

const pixels = (written: number | undefined) => (Number.isSafeInteger(written) && written! > 0 ? written : undefined)

/** Text without markup, on one line. */
function plain(text: string, most: number): string {
  const bounded = text.slice(0, 4 * most)
  return decodeHTML(bounded.replace(/<\/?[a-z][^<>]*>/gi, ''))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
}
