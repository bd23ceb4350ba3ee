import type { PageMetadata } from 'weirjs/schemas'
import { attr, type Element } from '../tree/index.ts'
import { absoluteUrl } from './absolute-url.ts'
import type { PageFacts } from './page-facts.ts'
import { declaredText } from './text/declared-text.ts'

const withRel = ({ survey }: PageFacts, rel: string): Element[] =>
  survey.links.flatMap(({ element, rels }) => (rels.includes(rel) ? element : []))

/** The absolute URL that the page declares as its own: by `<link rel=canonical>`, otherwise by a `Link` header. */
export function readCanonical(page: PageFacts, headers: Headers): string | null {
  for (const link of withRel(page, 'canonical')) {
    const url = page.absolute(attr(link, 'href'))
    if (url !== null) return url
  }
  for (const [, href, parameters] of (headers.get('link') ?? '').matchAll(/<([^<>]*)>((?:[^<>,"]|"[^"]*")*)/g))
    if (/;\s*rel\s*=\s*"?canonical\b/i.test(parameters!)) return absoluteUrl(href, page.url.href)
  return null
}

/** The largest side that `sizes` declares; a vector image counts as large. */
function sizeOf(icon: Element): number {
  const sizes = attr(icon, 'sizes')?.toLowerCase() ?? ''
  if (sizes === 'any' || attr(icon, 'type')?.includes('svg')) return 1024
  let largest = 0
  for (const [, side] of sizes.matchAll(/(\d{1,4})x\d{1,4}/g)) largest = Math.max(largest, Number(side))
  return largest
}

/**
 * The largest icon that the page declares, one for browsers before one for home screens; null if it declares none.
 * `/favicon.ico` is not assumed, because nothing has checked that it exists.
 */
export function readFavicon(page: PageFacts): string | null {
  for (const rel of ['icon', 'apple-touch-icon', 'apple-touch-icon-precomposed', 'mask-icon']) {
    const icons = withRel(page, rel).map((icon) => ({ icon, size: sizeOf(icon) }))
    for (const { icon } of icons.sort((left, right) => right.size - left.size)) {
      const url = page.absolute(attr(icon, 'href'))
      if (url !== null) return url
    }
  }
  return null
}

const FEED = /^(?:application\/(?:(?:rss|atom|rdf)\+xml|feed\+json)|text\/xml)\b/i

/** The feeds that the page declares. */
export function readFeeds(page: PageFacts): PageMetadata['feeds'] {
  const feeds = new Map<string, PageMetadata['feeds'][number]>()
  for (const { element: link, rels } of page.survey.links) {
    const type = attr(link, 'type')?.trim() ?? ''
    if (!rels.includes('feed') && !(rels.includes('alternate') && FEED.test(type))) continue
    const url = page.absolute(attr(link, 'href'))
    if (url !== null && !feeds.has(url))
      feeds.set(url, {
        url,
        title: declaredText(attr(link, 'title') ?? '') || null,
        type: type.toLowerCase() || 'application/rss+xml',
      })
  }
  return [...feeds.values()]
}
