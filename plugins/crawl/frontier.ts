import { followable, type Kit, type NewItem, normaliseUrl, type PolitenessContext, type Robots } from 'weirjs'
import type { CrawlConfig } from './config.ts'
import type { CrawlInput } from './input.ts'
import type { CrawlPlan } from './plan.ts'

/** A page to be crawled. */
export interface CrawlItem {
  url: string
  depth: number
  /** None of the site: its links are not followed. */
  external?: true
}

/** Addresses of sitemaps that are taken beyond `maxPages`: some may be duplicates, or not be allowed. */
const SPARE = 1000

export function toItem(
  { href, host }: URL,
  { depth, key, external }: { depth: number; key: string; external?: boolean },
): NewItem<CrawlItem> {
  const value = { url: href, depth, ...(external && { external }) }
  // Breadth first: a level begins when the one above it has ended.
  return { key, value, url: href, host, deferred: depth > 0 }
}

/** What tells the addresses of a crawl's pages apart. */
export const keyOf = (url: URL, { ignoreQueryParameters }: Pick<CrawlInput, 'ignoreQueryParameters'>): string =>
  normaliseUrl(url, { withoutQuery: ignoreQueryParameters })

/**
 * Which addresses the crawl follows: of each page once, those of its scope that the robots.txt of the page's origin
 * allows.
 */
export function createFrontier(
  input: CrawlInput,
  { inScope, mayLeave }: CrawlPlan,
  { origin }: URL,
  robots: Robots | undefined,
) {
  const isAllowed = (url: URL) => robots === undefined || url.origin !== origin || robots.allows(url)
  const { maxDepth } = input
  const seen = new Set<string>()
  const found: NewItem<CrawlItem>[] = []
  const forbidden = new Set<string>()
  return {
    found,
    /** What would belong to the crawl, were it not for robots.txt: some of it. */
    forbidden,
    maxDepth,
    /** Adds an address at a depth, where it belongs to the crawl and is new here. */
    add(url: URL, depth: number) {
      if (depth > maxDepth || url.href.length > MAX_ADDRESS_LENGTH) return
      const external = !inScope(url)
      if (external && !mayLeave(url)) return
      if (!isAllowed(url)) {
        if (forbidden.size < MAX_FORBIDDEN) forbidden.add(url.href)
        return
      }
      const key = keyOf(url, input)
      if (seen.has(key)) return
      seen.add(key)
      found.push(toItem(url, { depth, key, external }))
    },
  }
}
export type Frontier = ReturnType<typeof createFrontier>

/** Forbidden addresses that a page tells of. */
const MAX_FORBIDDEN = 100
/** Characters of an address that is followed. */
const MAX_ADDRESS_LENGTH = 8192
/** Milliseconds after which others have their turn. */
const SLICE = 10

/** Adds the links of a page, which are absolute, each on its line. */
export async function addLinks(frontier: Frontier, links: string, depth: number) {
  if (depth > frontier.maxDepth) return
  const read = new Set<string>()
  let begun = performance.now()
  for (const link of linesOf(links)) {
    if (link.length > MAX_ADDRESS_LENGTH) continue
    const address = withoutFragment(link)
    // Many links lead to places on one page.
    if (read.has(address)) continue
    read.add(address)
    // Patterns may be many, and made to take long.
    if (performance.now() - begun > SLICE) {
      await new Promise((resolve) => setImmediate(resolve))
      begun = performance.now()
    }
    const url = followable(address)
    if (url) frontier.add(url, depth)
  }
}

/** Each line when it is asked for: to part a long text at once would hold up everybody. */
function* linesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    yield end < 0 ? text.slice(at) : text.slice(at, end)
    at = end < 0 ? text.length : end + 1
  }
}

function withoutFragment(link: string): string {
  const hash = link.indexOf('#')
  return hash < 0 ? link : link.slice(0, hash)
}

/** Adds what the sitemaps of the site list: those that are `named`, and `/sitemap.xml`. */
export async function addSitemap(
  frontier: Frontier,
  { url, named, most }: { url: URL; named: readonly string[]; most: number },
  context: PolitenessContext,
  { politeness }: Kit<CrawlConfig>,
) {
  for await (const listed of politeness.sitemap(url, named, context)) {
    frontier.add(listed, 1)
    if (frontier.found.length >= most + SPARE) return
  }
}
