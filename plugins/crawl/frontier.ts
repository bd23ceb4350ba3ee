import { createPause, type Kit, MAX_URL, type NewItem, type PolitenessContext, type Robots, type Scope } from 'weirjs'
import type { CrawlConfig } from './config.ts'
import type { CrawlInput } from './input.ts'
import { type CrawlItem, toItem } from './items.ts'
import type { Lead, Leads } from './leads.ts'

/** URLs of sitemaps that are added beyond `maxPages`, as some may be duplicates, or forbidden. */
const SPARE = 1000

/**
 * Collects the URLs that the crawl follows: those within its scope that the robots.txt of the page's origin allows,
 * each once per page.
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
  /** Adds a link, unless the page has it already. */
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
    /** Some URLs that would belong to the crawl, but that robots.txt forbids. */
    forbidden,
    maxDepth,
    /** Adds a URL at a depth, if it belongs to the crawl. */
    add: (url: URL, depth: number) => follow(leads.of(url), depth),
    /** The same for an absolute URL without a fragment, as text. */
    addWritten: (address: string, depth: number) => follow(leads.read(address), depth),
  }
}
export type Frontier = ReturnType<typeof createFrontier>

/** Maximum forbidden URLs that a page reports. */
const MAX_FORBIDDEN = 100

/** Adds the links of a page, which are absolute, one per line. */
export async function addLinks(frontier: Frontier, links: string, depth: number) {
  if (depth > frontier.maxDepth) return
  const read = new Set<string>()
  const pause = createPause()
  for (const link of linesOf(links)) {
    if (link.length > MAX_URL) continue
    const address = withoutFragment(link)
    // Many links lead to anchors on the same page.
    if (read.has(address)) continue
    read.add(address)
    // There may be many patterns, and slow ones.
    const others = pause()
    if (others) await others
    frontier.addWritten(address, depth)
  }
}

/** Yields lines one by one, as splitting a long text at once would block the event loop. */
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

/** Adds the URLs of the site in its sitemaps: those in `named`, and `/sitemap.xml`. */
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
