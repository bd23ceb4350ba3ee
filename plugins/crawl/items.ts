import { type NewItem, normaliseUrl } from 'weirjs'
import type { CrawlInput } from './input.ts'

/** A page to be crawled. */
export interface CrawlItem {
  url: string
  depth: number
  /** Set for a page of another site, whose links are not followed. */
  external?: true
}

export function toItem(
  { href, host }: Pick<URL, 'href' | 'host'>,
  { depth, key, external }: { depth: number; key: string; external?: boolean },
): NewItem<CrawlItem> {
  const value = { url: href, depth, ...(external && { external }) }
  // Breadth first: a level begins when the previous one has ended.
  return { key, value, url: href, host, deferred: depth > 0 }
}

/** The identity of a URL within a crawl. */
export const keyOf = (url: URL, { ignoreQueryParameters }: Pick<CrawlInput, 'ignoreQueryParameters'>): string =>
  normaliseUrl(url, { withoutQuery: ignoreQueryParameters })
