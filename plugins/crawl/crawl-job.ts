import { defineJob, forbidsFollowing, type Kit, type Outcome, t } from 'weirjs'
import type { ScrapedPage } from '../scrape/service.ts'
import type { CrawlConfig } from './config.ts'
import { ATTEMPTS, fetchPage, type PageWork, readRobots } from './fetch-page.ts'
import { addLinks, addSitemap, createFrontier } from './frontier.ts'
import { CrawlInput } from './input.ts'
import { type CrawlItem, keyOf, toItem } from './items.ts'
import { type CrawledPage, MAX_CONCURRENCY } from './schema.ts'
import { showPage } from './show-page.ts'
import type { CrawlState } from './state.ts'

/** Milliseconds for all sitemaps of a site. */
const SITEMAPS_TIME = 60_000
/** Maximum sitemaps and feeds that the start page may name. */
const MAX_NAMED = 20
type Crawled = Outcome<CrawledPage, CrawlItem>

/** The outcome of an item that is not a page of the crawl: it is free, and counts towards nothing. */
const noPage: Crawled = { millicredits: 0, counts: false }

/**
 * A crawl: each item is a page, and its links within the crawl become further items, so that the frontier is in the
 * store. Source: spec section 4.6, decisions 6.1.
 */
export const crawlJob = defineJob({
  name: 'crawl.run',
  type: 'crawl',
  input: CrawlInput,
  item: t.Object({ url: t.String(), depth: t.Integer(), external: t.Optional(t.Literal(true)) }),
  seed(input) {
    const start = withoutHash(new URL(input.url))
    return [toItem(start, { depth: 0, key: keyOf(start, input) })]
  },
  limit: ({ maxPages }) => maxPages,
  order: 'completion',
  parallel: ({ concurrency = MAX_CONCURRENCY }) => concurrency,
  spacing: ({ delayBetweenRequests = 0 }) => delayBetweenRequests,
  maxAttempts: () => ATTEMPTS,

  async run(work: PageWork, kit: Kit<CrawlConfig>, state: CrawlState): Promise<Crawled> {
    const { input, item, signal } = work
    const url = new URL(item.url)
    const proxy = input.page.useProxy ? kit.proxies.pick(url.host, input.page.location?.country) : undefined
    const access = { signal, proxy, insecure: input.page.skipTlsVerification }
    const robots = input.respectRobots ? await readRobots(work, url, access, kit) : undefined
    if (robots && !robots.allows(url)) return noPage
    if (robots) await kit.politeness.waitForSlot(url.host, signal)
    const page = await fetchPage(work, url, access, { kit, state })
    if (!page) return noPage

    const crawl = state.prepared(input)
    const frontier = createFrontier(input, crawl.leads, url, robots)
    const external = item.external || (item.depth > 0 && !crawl.isOnSite(new URL(page.metadata.url)))
    const links = !external && mayFollow(page, input) ? page.data.pageLinks : undefined
    if (input.sitemap !== 'only') await addLinks(frontier, links?.pages ?? '', item.depth + 1)
    if (item.depth === 0 && input.maxPages > 1 && input.sitemap !== 'skip') {
      work.report('Reading sitemaps', item.url)
      const site = new URL(page.metadata.url)
      const { sitemaps } = await kit.politeness.robots(site, access)
      const named = [...listOf(page), ...sitemaps, ...(links?.sitemaps.slice(0, MAX_NAMED) ?? [])]
      const context = { ...access, signal: AbortSignal.any([signal, AbortSignal.timeout(SITEMAPS_TIME)]) }
      const { isOnSite } = crawl
      await addSitemap(frontier, { url: site, named, most: input.maxPages, isOnSite }, context, kit).catch((error) => {
        // What was listed until then is used.
        signal.throwIfAborted()
        if (!context.signal.aborted) throw error
      })
    }
    const millicredits = page.millicredits === 0 ? 0 : crawl.millicredits
    const { includeMetadata } = input
    const strayed = item.depth === 0 && input.maxPages > 1 && !crawl.isOnSite(new URL(page.metadata.url))
    const shown = strayed ? { ...page, warnings: [...(page.warnings ?? []), otherSite(page.metadata.url)] } : page
    const result = showPage({ ...item, external, forbidden: frontier.forbidden }, shown, {
      includeMetadata,
      creditsUsed: millicredits / 1000,
    })
    const unique = keyOf(identityOf(url, page), input)
    const also = await state.scraper.observe({ account: work.account, url, page, jobId: work.jobId })
    return { result, millicredits, pages: 1, files: page.files, next: frontier.found, unique, also }
  },

  async failed({ code, message, details }, { item }): Promise<CrawledPage> {
    const { url, depth, external } = item
    const metadata = { url, statusCode: 0, creditsUsed: 0 }
    return { url, status: 'failed', depth, ...(external && { external }), error: { code, message, details }, metadata }
  },
})

const otherSite = (url: string) =>
  `url leads to another site: to crawl that site too, start at ${url}, or set sameDomain to false`

function withoutHash(url: URL) {
  url.hash = ''
  return url
}

/** The start URL itself if it is a sitemap or a feed. */
const listOf = ({ metadata: { parserName, url } }: ScrapedPage) =>
  parserName === 'xml' || parserName === 'feed' ? [url] : []

/** The identity of a page: its canonical URL, otherwise the one after redirects. */
function identityOf(url: URL, { metadata }: ScrapedPage): URL {
  const canonical = typeof metadata.canonical === 'string' ? URL.parse(metadata.canonical, metadata.url) : null
  const isAddress = canonical?.protocol === 'http:' || canonical?.protocol === 'https:'
  return isAddress ? canonical : new URL(metadata.url, url)
}

const mayFollow = ({ metadata }: ScrapedPage, { respectRobots }: CrawlInput) =>
  !respectRobots || !forbidsFollowing(String(metadata.robots ?? ''))
