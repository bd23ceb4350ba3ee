import { createScope, followable, normaliseUrl } from 'weirjs'

/** The most links of a page that are considered. */
const MAX_LINKS = 5000

/** Further pages of a site, in the order in which they were found, without duplicates. */
export interface Trail {
  add(page: { url: string; links: string }): void
  next(): URL | undefined
}

export function createTrail(
  start: URL,
  patterns: { includePatterns?: readonly string[]; excludePatterns?: readonly string[] },
): Trail {
  const inScope = createScope(start, { ...patterns, sameDomain: true })
  const seen = new Set([normaliseUrl(start)])
  const waiting: URL[] = []
  return {
    add({ url, links }) {
      seen.add(normaliseUrl(new URL(url)))
      for (const link of links.split('\n', MAX_LINKS)) {
        const target = followable(link)
        if (!target || !inScope(target)) continue
        const key = normaliseUrl(target)
        if (seen.has(key)) continue
        seen.add(key)
        waiting.push(target)
      }
    },
    next: () => waiting.shift(),
  }
}
