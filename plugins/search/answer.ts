import { type Account, ApiError, type Kit, type Provider, type Static, toCredits, toMillicredits } from 'weirjs'
import type { PageOptions, ScrapeBody, Scraper } from '../scrape/service.ts'
import { askSources } from './ask/ask-sources.ts'
import type { Circuit } from './ask/circuit.ts'
import type { CleanHit } from './ask/clean-hits.ts'
import type { SearchConfig } from './config.ts'
import type { ImageResult, SearchBody, SearchReply, SearchResult } from './schema.ts'
import { mostOfResult, scrapeResults, scrapingTime } from './scraped/scrape-results.ts'
import type { SearchProvider } from './service.ts'
import { periodOf } from './sources.ts'

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
export function checkQuery({ query, language = 'en', timeRange, from, to }: SearchBody): void {
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
  const refused = (parameter: string, message: string) => new ApiError('invalid_request', message, { parameter })
  for (const [parameter, day] of Object.entries({ from, to }))
    if (day !== undefined && !isDay(day)) throw refused(parameter, `${parameter} must be a day such as 2026-01-31`)
  if (timeRange !== undefined && (from ?? to) !== undefined)
    throw refused('timeRange', 'timeRange is up to now: it takes no from and no to beside it')
  if (from !== undefined && to !== undefined && from > to)
    throw refused('to', 'to must not be before from: there is no day between them')
}

/** Whether there is such a day: `2026-02-31` is none, though it may be read as one. */
const isDay = (written: string): boolean =>
  !Number.isNaN(Date.parse(written)) && new Date(written).toISOString().startsWith(written)

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
    const wanted = body.sources ?? ['web' as const]
    // Of news and pictures nothing is scraped.
    const options = body.scrapeResults && wanted.includes('web') ? scraper.read(pageOf(body)) : undefined
    await using hold = await kit.credits.hold(account.id, price * wanted.length + mostOfPages(options, limit), {
      expiresIn: HOLD_MARGIN + (options ? scrapingTime(options) : 0),
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

  function mostOfPages(options: PageOptions | undefined, limit: number) {
    return options ? limit * mostOfResult(options, scraper) : 0
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

/** Of a picture the address is there, or it was left out before. */
const showImage = ({ title, url, host, image }: CleanHit, i: number): Static<typeof ImageResult> => {
  const { url: imageUrl = '', ...more } = image ?? {}
  return { position: i + 1, title, link: url, displayLink: host, imageUrl, ...more }
}
