import {
  ApiError,
  createScope,
  defineJob,
  forbidsFollowing,
  isApiError,
  type Kit,
  LONGEST_PAUSE,
  normaliseUrl,
  type Outcome,
  type Proxy,
  type Robots,
  retryAfterOf,
  t,
  type Work,
} from 'weirjs'
import { type ScrapedPage, scraper } from '../scrape/service.ts'
import type { CrawlConfig } from './config.ts'
import { addLinks, addSitemap, type CrawlItem, createFrontier, toItem } from './frontier.ts'
import { CrawlInput } from './input.ts'
import { optionsOf, priceOf, showPage } from './page.ts'
import type { CrawledPage } from './schema.ts'

/** Pages of one crawl under way at once, over all its hosts; each has its own gate. */
const PARALLEL = 32
/** Tries of a page, and of one whose failure need not pass. */
const ATTEMPTS = 3
const ATTEMPTS_OF_FAILURES = 2
/** Milliseconds for all sitemaps of a site. */
const SITEMAPS_TIME = 60_000
/** Sitemaps that the start page may name, feeds among them. */
const MOST_NAMED = 20
/** Failures that the next try would meet again. */
const LASTING = new Set(['too_large', 'blocked', 'too_many_redirects', 'unsupported_encoding', 'unsupported_type'])

type PageWork = Work<CrawlInput, CrawlItem>
type Crawled = Outcome<CrawledPage, CrawlItem>

/** What was no page of the crawl after all: it costs nothing and counts nowhere. */
const noPage: Crawled = { millicredits: 0, counts: false }

/**
 * A crawl: an item is a page, and its links that belong to the crawl are further items, so the frontier lives in the store.
 * Source: spec section 4.6, decisions 6.1.
 */
export const crawlJob = defineJob({
  name: 'crawl.run',
  type: 'crawl',
  input: CrawlInput,
  item: t.Object({ url: t.String(), depth: t.Integer() }),
  seed: ({ url }) => [toItem(withoutHash(new URL(url)), 0)],
  limit: ({ maxPages }) => maxPages,
  order: 'completion',
  parallel: () => PARALLEL,
  attempts: () => ATTEMPTS,

  async run(work: PageWork, kit: Kit<CrawlConfig>): Promise<Crawled> {
    const { input, item, signal } = work
    const url = new URL(item.url)
    const proxy = input.page.useProxy ? kit.proxies.pick(url.host, input.page.location?.country) : undefined
    const robots = input.respectRobots ? await readRobots(work, url, { signal, proxy }, kit) : undefined
    if (robots && !robots.allows(url)) return noPage
    if (robots) await kit.site.space(url.host, signal)
    const page = await fetchPage(work, url, kit)
    if (hasLeft(page, input, item.depth)) return noPage
    const first = await work.once(`page ${identityOf(url, page)}`, async () => normaliseUrl(url))
    if (first !== normaliseUrl(url)) return noPage

    const frontier = createFrontier(input, url, robots)
    const links = mayFollow(page, input) ? page.data.pageLinks : undefined
    addLinks(frontier, links?.pages ?? [], item.depth + 1)
    if (item.depth === 0 && input.maxPages > 1) {
      work.report('Reading sitemaps', item.url)
      const site = new URL(page.metadata.url)
      const { sitemaps } = await kit.site.robots(site, { signal, proxy })
      const named = [...sitemaps, ...(links?.sitemaps.slice(0, MOST_NAMED) ?? [])]
      const context = { signal: AbortSignal.any([signal, AbortSignal.timeout(SITEMAPS_TIME)]), proxy }
      await addSitemap(frontier, { url: site, named, most: input.maxPages }, context, kit).catch((error) => {
        // What was listed by then is there.
        signal.throwIfAborted()
        if (!context.signal.aborted) throw error
      })
    }
    const millicredits = page.millicredits === 0 ? 0 : priceOf(input, kit)
    const { includeMetadata } = input
    const result = showPage(item, page, { includeMetadata, creditsUsed: millicredits / 1000 })
    return { result, millicredits, pages: 1, files: page.files, next: frontier.found }
  },

  async failed({ code, message, details }, { item: { url, depth } }): Promise<CrawledPage> {
    const metadata = { url, statusCode: 0, creditsUsed: 0 }
    return { url, status: 'failed', depth, error: { code, message, details }, metadata }
  },
})

function withoutHash(url: URL) {
  url.hash = ''
  return url
}

/** What tells pages apart: the canonical address, else that after redirects. */
function identityOf(url: URL, { metadata }: ScrapedPage): string {
  const canonical = typeof metadata.canonical === 'string' ? URL.parse(metadata.canonical, metadata.url) : null
  const isAddress = canonical?.protocol === 'http:' || canonical?.protocol === 'https:'
  return normaliseUrl(isAddress ? canonical : new URL(metadata.url, url))
}

const mayFollow = ({ metadata }: ScrapedPage, { respectRobots }: CrawlInput) =>
  !respectRobots || !forbidsFollowing(String(metadata.robots ?? ''))

/** Whether a page that was asked for led to another domain, and so is none of the crawl. The start page may lead anywhere. */
const hasLeft = ({ metadata }: ScrapedPage, { url, sameDomain }: CrawlInput, depth: number) =>
  depth > 0 && !createScope(new URL(url), { sameDomain })(new URL(metadata.url))

/** The robots.txt of a page's origin. Throws `crawl_failed` where it keeps the crawl from its start. */
async function readRobots(
  { item: { url: shown, depth }, report }: PageWork,
  url: URL,
  context: { signal: AbortSignal; proxy?: Proxy },
  { site }: Kit<CrawlConfig>,
): Promise<Robots> {
  report('Reading robots.txt', shown)
  const robots = await site.robots(url, context)
  await site.obey(url.host, robots)
  if (robots.allows(url)) return robots
  const { failure } = robots
  // A host that cannot be reached at all is told as that.
  if (failure?.code === 'invalid_url') {
    if (depth === 0) throw startFailure(failure, shown)
    throw new ApiError(failure.status, failure.code, failure.message, { ...failure.details, url: shown })
  }
  if (depth > 0) return robots
  throw new ApiError(
    500,
    'crawl_failed',
    'The robots.txt of the site does not allow the start page: with respectRobots false it is crawled all the same',
    { url: shown, reason: 'robots' },
    { failsJob: true },
  )
}

/** A failure of the start page as that of the crawl. */
const startFailure = ({ code, message, details }: ApiError, url: string) =>
  new ApiError(
    500,
    'crawl_failed',
    `The start page could not be had: ${message}`,
    { reason: code, ...details, url },
    {
      failsJob: true,
    },
  )

/** Gets the page, and has the host treated by how it answered. A failure that may pass is tried again. */
async function fetchPage(work: PageWork, url: URL, kit: Kit<CrawlConfig>): Promise<ScrapedPage> {
  const { input, item, signal, attempt } = work
  const started = performance.now()
  work.report('Scraping', item.url)
  try {
    const page = await kit.use(scraper).page(url, optionsOf(input, url, kit), work)
    if (page.headers === undefined) return page
    const status = page.metadata.statusCode
    const ms = page.metadata.trace?.at(-1)?.ms ?? performance.now() - started
    const retryAfter = retryAfterOf(page.headers, kit.clock.now())
    await kit.site.answered(url.host, { status, ms, retryAfter })
    if ((status === 429 || status === 503) && attempt < ATTEMPTS && (retryAfter ?? 0) <= LONGEST_PAUSE)
      throw new ApiError(
        500,
        'scraping_failed',
        'The host asks to be left alone for a while',
        { url: item.url, status },
        {
          retryAfter: (retryAfter ?? 1000) / 1000,
        },
      )
    return page
  } catch (error) {
    signal.throwIfAborted()
    if (!isApiError(error) || error.retryAfter !== undefined) throw error
    if (error.code === 'timeout' || error.details.reason === 'reset' || error.details.reason === 'refused')
      await kit.site.answered(url.host, { status: 0, ms: performance.now() - started })
    if (item.depth === 0) throw startFailure(error, item.url)
    if (!isTransient(error) || attempt >= ATTEMPTS_OF_FAILURES) throw error
    throw new ApiError(error.status, error.code, error.message, error.details, { cause: error, retryAfter: 1 })
  }
}

const isTransient = ({ code, details: { reason } }: ApiError) =>
  code === 'timeout' || (code === 'scraping_failed' && !LASTING.has(String(reason)))
