import { createScope, type Kit, type Millicredits, type Scope } from 'weirjs'
import { type PageOptions, type Scraper, scraper, withoutSecrets } from '../scrape/service.ts'
import type { CrawlConfig } from './config.ts'
import type { CrawlInput } from './input.ts'
import { createLeads, type Leads } from './leads.ts'

/** What all pages of a crawl share. */
export interface PreparedCrawl {
  /** Whether a URL on another site is fetched because a page links to it. */
  mayLeave: Scope
  /** Whether a URL is on the site, regardless of patterns. */
  isOnSite: Scope
  /** The targets of its links. */
  leads: Leads
  /** The options of a page, with what the crawl itself needs. */
  optionsFor(url: URL): PageOptions
  /** The price of each page. */
  millicredits: Millicredits
}

/** The state of the plugin. */
export interface CrawlState {
  scraper: Scraper
  /** Prepares a crawl, once for all its pages while its input is cached. */
  prepared(input: CrawlInput): PreparedCrawl
}

export function setUp({ use, config }: Kit<CrawlConfig>): CrawlState {
  const pages = use(scraper)
  const crawls = new WeakMap<CrawlInput, PreparedCrawl>()
  return {
    scraper: pages,
    prepared(input) {
      const crawl = crawls.get(input) ?? prepare(input, pages, config)
      crawls.set(input, crawl)
      return crawl
    },
  }
}

function prepare(input: CrawlInput, pages: Scraper, config: CrawlConfig): PreparedCrawl {
  const start = new URL(input.url)
  const options = pages.read(input.page)
  const { request, content } = options
  const home: PageOptions = {
    ...options,
    // Needed for canonical URLs and `nofollow`; removed from the result if it was not requested.
    includeMetadata: true,
    content: { ...content, pageLinks: true },
  }
  const elsewhere: PageOptions = { ...home, request: withoutSecrets(request) }
  const withoutModel = { ...options, extract: undefined, formats: options.formats.filter((one) => one !== 'summary') }
  const price = pages.estimate(withoutModel)
  // What a model makes of a page has a fixed price here. Source: spec section 8.3.
  const extraction = Math.round(config.prices.extract * 1000)
  const summarises = pages.estimate({ ...options, extract: undefined }) > price
  const { sameDomain, includeSubdomains, externalLinks, excludePatterns, patternSyntax, matchFullUrl } = input
  const isOnSite = createScope(start, { sameDomain, includeSubdomains })
  const isAllowed = createScope(start, { sameDomain: false, excludePatterns, patternSyntax, matchFullUrl })
  const mayLeave: Scope = (url) => externalLinks === true && !isOnSite(url) && isAllowed(url)
  return {
    mayLeave,
    isOnSite,
    leads: createLeads(input, { inScope: createScope(start, input), mayLeave }),
    optionsFor: ({ origin }) => (origin === start.origin ? home : elsewhere),
    millicredits: price + extraction * ((options.extract ? 1 : 0) + (summarises ? 1 : 0)),
  }
}
