import {
  type Account,
  type ChargeOptions,
  type Kit,
  type Provider,
  type Static,
  toCredits,
  toMillicredits,
} from 'weirjs'
import type { ScrapeBody, Scraper } from '../scrape/service.ts'
import { askSources } from './ask/ask-sources.ts'
import type { Circuit } from './ask/circuit.ts'
import type { CleanHit } from './ask/clean-hits.ts'
import type { SearchConfig } from './config.ts'
import type { ImageResult, SearchBody, SearchReply, SearchResult } from './schema.ts'
import { mostOfResult, scrapeResults, scrapingTime } from './scraped/scrape-results.ts'
import type { SearchProvider } from './service.ts'
import { periodOf } from './sources.ts'

/** Milliseconds for which the credit hold outlasts the time limit of the pages. */
const HOLD_MARGIN = 60_000

/** The services that a search uses. */
export interface SearchParts {
  scraper: Scraper
  circuit: Circuit
  providers: readonly Provider<SearchProvider>[]
}

/** The scrape parameters within a search request. */
export const toScrapeBody = ({ scrapeOptions: { extractionSchema, ...page } = {} }: SearchBody): ScrapeBody => ({
  ...page,
  ...(extractionSchema && { extract: { ...page.extract, schema: extractionSchema } }),
})

interface SearchRequest extends ChargeOptions {
  body: SearchBody
  account: Account
  signal: AbortSignal
  /** Warnings for the response; the search adds its own. */
  warnings: string[]
}

/** Runs searches, and charges for them at the end. */
export function createSearch(kit: Kit<SearchConfig>, { scraper, circuit, providers }: SearchParts) {
  const price = toMillicredits(kit.config.price)

  return async ({
    body,
    account,
    signal,
    warnings,
    idempotency,
  }: SearchRequest): Promise<Static<typeof SearchReply>> => {
    const started = performance.now()
    const { query: text, limit = 10, country, language, provider: name = 'default_provider' } = body
    const wanted = body.sources ?? ['web' as const]
    // News and images are never scraped.
    const options = body.scrapeResults && wanted.includes('web') ? scraper.read(toScrapeBody(body)) : undefined
    const mostOfPages = options ? limit * mostOfResult(options, scraper) : 0
    await using hold = await kit.credits.hold(account.id, price * wanted.length + mostOfPages, {
      expiresIn: HOLD_MARGIN + (options ? scrapingTime(options) : 0),
      idempotency,
    })
    const period = periodOf(body, kit.clock.now())
    const query = { text, limit, country: country?.toUpperCase(), language, account, period }
    const found = await askSources(providers, { name, query, wanted, signal }, { circuit, log: kit.log })
    const { web, news, images } = found.hits
    const scraped = options && (await scrapeResults(web ?? [], { options, account, signal }, { ...kit, scraper }))
    const use = { endpoint: 'search', pages: scraped?.pages ?? 0 }
    await hold.capture(price * found.answered + (scraped?.millicredits ?? 0), use)
    warnings.push(...new Set(found.warnings))
    const { provider, silent, degraded } = found
    return {
      success: true,
      data: {
        query: text,
        results: scraped?.results ?? (web ?? []).map(showPage),
        ...(news && { news: news.map(showPage) }),
        ...(images && { images: images.map(showImage) }),
        totalResults: [web, news, images].reduce((sum, hits = []) => sum + hits.length, 0),
        searchTime: Math.round(performance.now() - started) / 1000,
        creditsUsed: toCredits(hold.captured),
        metadata: { provider, degraded, silent },
      },
    }
  }
}

const showPage = ({ title, url, snippet, host, publishedAt }: CleanHit, i: number): Static<typeof SearchResult> => ({
  position: i + 1,
  title,
  link: url,
  snippet,
  displayLink: host,
  ...(publishedAt && { publishedAt }),
})

/** The image has a URL, as hits without one were removed before. */
const showImage = ({ title, url, host, image }: CleanHit, i: number): Static<typeof ImageResult> => {
  const { url: imageUrl = '', ...more } = image ?? {}
  return { position: i + 1, title, link: url, displayLink: host, imageUrl, ...more }
}
