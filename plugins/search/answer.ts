import { type Account, ApiError, type Kit, type Provider, type Static, toCredits, toMillicredits } from 'weirjs'
import type { PageOptions, ScrapeBody, Scraper } from '../scrape/service.ts'
import { askProviders, type Found } from './ask/ask-providers.ts'
import type { Circuit } from './ask/circuit.ts'
import type { SearchConfig } from './config.ts'
import type { SearchBody, SearchReply, SearchResult } from './schema.ts'
import { mostOfResult, scrapeResults, scrapingTime } from './scraped/scrape-results.ts'
import type { SearchProvider } from './service.ts'

/** Milliseconds that the hold of a search lasts beyond the time of its pages. */
const HOLD_MARGIN = 60_000

/** What the parts of a search work with. */
export interface SearchParts {
  scraper: Scraper
  circuit: Circuit
  providers: readonly Provider<SearchProvider>[]
}

/** The parameters of a scrape among those of a search. */
export const pageOf = ({ scrapeOptions: { extractionSchema, ...page } = {} }: SearchBody): ScrapeBody => ({
  ...page,
  ...(extractionSchema && { extract: { ...page.extract, schema: extractionSchema } }),
})

/** Refuses what a schema cannot say. */
export function checkQuery({ query, language = 'en' }: SearchBody): void {
  if (query.trim() === '')
    throw new ApiError('invalid_query', 'query must have at least one character that is not white space', {
      parameter: 'query',
    })
  try {
    new Intl.Locale(language)
  } catch {
    throw new ApiError('invalid_request', 'language must be a BCP 47 language tag such as de or pt-BR', {
      parameter: 'language',
    })
  }
}

interface SearchRequest {
  body: SearchBody
  account: Account
  signal: AbortSignal
  /** What the answer warns of; added to. */
  warnings: string[]
}

/** Answers searches, and charges them when everything is done. */
export function createSearch(kit: Kit<SearchConfig>, { scraper, circuit, providers }: SearchParts) {
  const price = toMillicredits(kit.config.price)

  return async ({ body, account, signal, warnings }: SearchRequest): Promise<Static<typeof SearchReply>> => {
    const started = performance.now()
    const { query: text, limit = 10, country, language, provider: name = 'default_provider' } = body
    const options = body.scrapeResults ? scraper.read(pageOf(body)) : undefined
    await using hold = await kit.credits.hold(account.id, price + mostOfPages(options, limit), {
      expiresIn: HOLD_MARGIN + (options ? scrapingTime(options) : 0),
    })
    const query = { text, limit, country: country?.toUpperCase(), language, account }
    const found = await askProviders(providers, { name, query, signal }, { circuit, log: kit.log })
    const scraped = options && (await scrapeResults(found.hits, { options, account, signal }, { ...kit, scraper }))
    const use = { endpoint: 'search', pages: scraped?.pages ?? 0 }
    await hold.capture(price + (scraped?.millicredits ?? 0), use)
    warnings.push(...found.warnings)
    const { provider, silent, degraded } = found
    return {
      success: true,
      data: {
        query: text,
        results: scraped?.results ?? showPlain(found),
        totalResults: found.hits.length,
        searchTime: Math.round(performance.now() - started) / 1000,
        creditsUsed: toCredits(hold.captured),
        metadata: { provider, degraded, silent },
      },
    }
  }

  function mostOfPages(options: PageOptions | undefined, limit: number) {
    return options ? limit * mostOfResult(options, scraper) : 0
  }
}

const showPlain = ({ hits }: Found): Static<typeof SearchResult>[] =>
  hits.map(({ title, url, snippet, host }, i) => ({ position: i + 1, title, link: url, snippet, displayLink: host }))
