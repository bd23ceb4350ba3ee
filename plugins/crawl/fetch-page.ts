import {
  ApiError,
  isApiError,
  isOutOfReach,
  isWithoutResponse,
  type Kit,
  MAX_PAUSE,
  type PolitenessContext,
  type Robots,
  retryAfterOf,
  type Work,
} from 'weirjs'
import { mayPass, type ScrapedPage } from '../scrape/service.ts'
import type { CrawlConfig } from './config.ts'
import type { CrawlInput } from './input.ts'
import type { CrawlItem } from './items.ts'
import type { CrawlState } from './state.ts'

/** Attempts at a page, and at a page whose failure may be permanent. */
export const ATTEMPTS = 3
const ATTEMPTS_OF_FAILURES = 2

/** Fetches one page of a crawl. */
export type PageWork = Work<CrawlInput, CrawlItem>
/** What the functions of the crawl's job receive. */
interface Crawler {
  kit: Kit<CrawlConfig>
  state: CrawlState
}

/** The robots.txt of a page's origin. Throws `crawl_failed` if it forbids the start page. */
export async function readRobots(
  { item: { url: shown, depth }, report }: PageWork,
  url: URL,
  access: PolitenessContext,
  { politeness }: Kit<CrawlConfig>,
): Promise<Robots> {
  report('Reading robots.txt', shown)
  const robots = await politeness.robots(url, access)
  await politeness.applyCrawlDelay(url.host, robots)
  if (robots.allows(url)) return robots
  const { failure } = robots
  if (failure && isOutOfReach(failure)) {
    if (depth === 0) throw startFailure(failure, shown)
    throw failure.with({ details: { ...failure.details, url: shown } })
  }
  if (depth > 0) return robots
  throw forbidden(shown)
}

const forbidden = (url: string) =>
  new ApiError(
    'crawl_failed',
    "The site's robots.txt disallows the start page or cannot be read: set respectRobots to false to crawl it anyway",
    { url, reason: 'robots' },
    { failsJob: true },
  )

/** Converts a failure of the start page to one of the crawl. */
const startFailure = ({ code, message, details }: ApiError, url: string) =>
  new ApiError(
    'crawl_failed',
    `The start page could not be fetched: ${message}`,
    { reason: code, ...details, url },
    {
      failsJob: true,
    },
  )

/**
 * Fetches the page, and adapts the limits of its host to the response. Temporary failures are retried. Undefined if
 * it redirects out of the crawl, or to a forbidden URL.
 */
export async function fetchPage(
  work: PageWork,
  url: URL,
  access: PolitenessContext,
  { kit, state }: Crawler,
): Promise<ScrapedPage | undefined> {
  const { item } = work
  work.report('Scraping', item.url)
  let isAway = false
  const mayFollow = async (target: URL) => {
    isAway = await leadsAway(target, work, access, { kit, state })
    return !isAway
  }
  const page = await tryPage(work, url, mayFollow, { kit, state })
  const landed = new URL(page.metadata.url)
  // Not every engine checks redirects before it follows them.
  isAway ||= landed.href !== url.href && (await leadsAway(landed, work, access, { kit, state }))
  if (isAway && item.depth === 0) throw forbidden(item.url)
  return isAway ? undefined : page
}

/**
 * Whether a redirect leads to a domain outside of the crawl, or to a URL that robots.txt forbids. The start page may
 * redirect to any domain.
 */
async function leadsAway(
  target: URL,
  { input, item }: PageWork,
  access: PolitenessContext,
  { kit: { politeness }, state }: Crawler,
): Promise<boolean> {
  const { isOnSite, mayLeave } = state.prepared(input)
  if (item.depth > 0 && !isOnSite(target) && !mayLeave(target)) return true
  if (!input.respectRobots) return false
  const robots = await politeness.robots(target, access)
  // If the host cannot be reached at all, the fetch will tell.
  return !isOutOfReach(robots.failure) && !robots.allows(target)
}

async function tryPage(
  work: PageWork,
  url: URL,
  mayFollow: (target: URL) => Promise<boolean>,
  { kit, state }: Crawler,
): Promise<ScrapedPage> {
  const { input, item, signal, attempt } = work
  const started = performance.now()
  const options = state.prepared(input).optionsFor(url)
  try {
    const asked = { ...options, request: { ...options.request, mayFollow } }
    const page = await state.scraper.page(url, asked, work, work.jobId)
    if (page.headers === undefined) return page
    const status = page.metadata.statusCode
    const ms = page.metadata.trace?.at(-1)?.ms ?? performance.now() - started
    const retryAfter = retryAfterOf(page.headers, kit.clock.now())
    await kit.politeness.recordResponse(url.host, { status, ms, retryAfter })
    if ((status === 429 || status === 503) && attempt < ATTEMPTS && (retryAfter ?? 0) <= MAX_PAUSE)
      throw new ApiError(
        'scraping_failed',
        'The host asks for a pause in requests',
        { url: item.url, status },
        {
          retryAfter: (retryAfter || 1000) / 1000,
        },
      )
    return page
  } catch (error) {
    signal.throwIfAborted()
    if (!isApiError(error) || error.retryAfter !== undefined) throw error
    if (isWithoutResponse(error))
      await kit.politeness.recordResponse(url.host, { status: 0, ms: performance.now() - started })
    if (item.depth === 0) throw startFailure(error, item.url)
    if (!mayPass(error) || attempt >= ATTEMPTS_OF_FAILURES) throw error
    throw error.with({ retryAfter: 1 })
  }
}
