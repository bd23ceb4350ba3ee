import { createScope, type Kit, type Millicredits, type Scope } from 'weirjs'
import { type PageOptions, type Scraper, scraper, withoutSecrets } from '../scrape/service.ts'
import type { CrawlConfig } from './config.ts'
import type { CrawlInput } from './input.ts'
import { createLeads, type Leads } from './leads.ts'

/** What the pages of a crawl have in common: made once for all of them. */
export interface PreparedCrawl {
  /** Whether an address elsewhere is got, since pages of the site link to it. */
  mayLeave: Scope
  /** Whether an address is on the site, whatever patterns say. */
  isOnSite: Scope
  /** Where its pages lead to. */
  leads: Leads
  /** How a page is scraped: with what is read of it for the crawl's own use. */
  optionsFor(url: URL): PageOptions
  /** What each page costs. */
  millicredits: Millicredits
}

/** What the routes and the job of this plugin share. */
export interface CrawlState {
  scraper: Scraper
  /** A crawl, prepared once for all of its pages, as long as its input is at hand. */
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
    // Canonical addresses and `nofollow` are read from it; what is not asked for is left out of the result.
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
