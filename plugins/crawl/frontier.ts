import { createPause, type Kit, MAX_URL, type NewItem, type PolitenessContext, type Robots, type Scope } from 'weirjs'
import type { CrawlConfig } from './config.ts'
import type { CrawlInput } from './input.ts'
import { type CrawlItem, toItem } from './items.ts'
import type { Lead, Leads } from './leads.ts'

/** Addresses of sitemaps that are taken beyond `maxPages`: some may be duplicates, or not be allowed. */
const SPARE = 1000

/**
 * Which addresses the crawl follows: of each page once, those of its scope that the robots.txt of the page's origin
 * allows.
 */
export function createFrontier(
  { maxDepth }: Pick<CrawlInput, 'maxDepth'>,
  leads: Leads,
  { origin }: URL,
  robots: Robots | undefined,
) {
  const isAllowed = (lead: Lead) => {
    if (robots === undefined || lead.origin !== origin) return true
    if (lead.judged?.by !== robots) lead.judged = { by: robots, isAllowed: robots.allows(new URL(lead.href)) }
    return lead.judged.isAllowed
  }
  const seen = new Set<string>()
  const found: NewItem<CrawlItem>[] = []
  const forbidden = new Set<string>()
  /** Adds where a page leads to, where that is new here. */
  const follow = (lead: Lead | undefined, depth: number) => {
    if (lead === undefined || depth > maxDepth) return
    if (!isAllowed(lead)) {
      if (forbidden.size < MAX_FORBIDDEN) forbidden.add(lead.href)
      return
    }
    if (seen.has(lead.key)) return
    seen.add(lead.key)
    const { key, external } = lead
    found.push(toItem(lead, { depth, key, external }))
  }
  return {
    found,
    /** What would belong to the crawl, were it not for robots.txt: some of it. */
    forbidden,
    maxDepth,
    /** Adds an address at a depth, where it belongs to the crawl. */
    add: (url: URL, depth: number) => follow(leads.of(url), depth),
    /** The same of an absolute address without a fragment, as it is written. */
    addWritten: (address: string, depth: number) => follow(leads.read(address), depth),
  }
}
export type Frontier = ReturnType<typeof createFrontier>

/** Forbidden addresses that a page tells of. */
const MAX_FORBIDDEN = 100

/** Adds the links of a page, which are absolute, each on its line. */
export async function addLinks(frontier: Frontier, links: string, depth: number) {
  if (depth > frontier.maxDepth) return
  const read = new Set<string>()
  const pause = createPause()
  for (const link of linesOf(links)) {
    if (link.length > MAX_URL) continue
    const address = withoutFragment(link)
    // Many links lead to places on one page.
    if (read.has(address)) continue
    read.add(address)
    // Patterns may be many, and made to take long.
    const others = pause()
    if (others) await others
    frontier.addWritten(address, depth)
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

/** Adds what the sitemaps of the site list of it: those that are `named`, and `/sitemap.xml`. */
export async function addSitemap(
  frontier: Frontier,
  { url, named, most, isOnSite }: { url: URL; named: readonly string[]; most: number; isOnSite: Scope },
  context: PolitenessContext,
  { politeness }: Kit<CrawlConfig>,
) {
  for await (const listed of politeness.sitemap(url, named, context)) {
    if (isOnSite(listed)) frontier.add(listed, 1)
    if (frontier.found.length >= most + SPARE) return
  }
}
