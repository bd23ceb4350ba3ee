import type { CrawlBody } from '../../crawl/service.ts'
import { type ReadPage, readPages } from '../page/read-page.ts'
import type { Api } from '../page/shape.ts'
import type { CrawlRequest } from '../schema/site-fields.ts'

/** The default number of pages of a crawl, and the default depth of links. */
const LIMIT = 10_000
const DEPTH = 10
/** The least timeout of a page, and the longest delay between two, in milliseconds. */
const MIN_TIMEOUT = 5000
const MAX_DELAY = 60_000
/** The most pages that a crawl may scrape at the same time. */
const MAX_AT_ONCE = 32

export interface ReadCrawl extends Omit<ReadPage, 'body'> {
  crawl: CrawlBody & { maxPages: number }
}

/** Some clients send an empty pattern for none. */
const named = (patterns: readonly string[] | undefined) => patterns?.filter((pattern) => pattern !== '')

/** Converts the options of a crawl to Weir's own; `most` is the account's limit of pages. */
export function readCrawl(body: CrawlRequest, api: Api, most: number | null): ReadCrawl {
  const {
    body: page,
    shape,
    warnings,
  } = readPages({ zeroDataRetention: body.zeroDataRetention, ...body.scrapeOptions }, api)
  const { limit, maxDiscoveryDepth: depth = body.maxDepth ?? DEPTH, maxConcurrency, delay = 0 } = body
  const allowed = most ?? Number.POSITIVE_INFINITY
  if ((limit ?? 0) > allowed) warnings.add(`limit is ${most} pages at most on this plan`)
  if (depth > DEPTH) warnings.add(`maxDiscoveryDepth is ${DEPTH} at most`)
  if (delay * 1000 > MAX_DELAY) warnings.add(`delay is ${MAX_DELAY / 1000} s at most`)
  const sitemap = body.ignoreSitemap ? 'skip' : (body.sitemap ?? 'include')
  // Firecrawl counts pages in a sitemap as depth 0; here they are one link away from the start.
  const staysAtStart = depth === 0
  const crawl = {
    ...page,
    timeout: Math.max(MIN_TIMEOUT, page.timeout ?? MIN_TIMEOUT),
    includeImages: true,
    url: body.url,
    maxPages: staysAtStart && sitemap === 'skip' ? 1 : Math.min(limit ?? LIMIT, allowed),
    maxDepth: Math.min(Math.max(1, depth), DEPTH),
    sitemap: staysAtStart && sitemap === 'include' ? 'only' : sitemap,
    includePatterns: named(body.includePaths),
    excludePatterns: named(body.excludePaths),
    patternSyntax: 'regex',
    matchFullUrl: body.regexOnFullURL,
    childPathsOnly: !(body.crawlEntireDomain ?? body.allowBackwardLinks ?? false),
    includeSubdomains: body.allowSubdomains ?? false,
    externalLinks: body.allowExternalLinks,
    ignoreQueryParameters: body.ignoreQueryParameters,
    respectRobots: !body.ignoreRobotsTxt,
    delayBetweenRequests: Math.min(delay * 1000, MAX_DELAY),
    ...(maxConcurrency && { concurrency: Math.min(maxConcurrency, MAX_AT_ONCE) }),
  } as const
  return { crawl: crawl as CrawlBody & { maxPages: number }, shape, warnings }
}
