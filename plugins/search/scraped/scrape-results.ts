import {
  type Account,
  ApiError,
  deadline,
  describeError,
  fileFields,
  isApiError,
  type Kit,
  type Millicredits,
  type NewFile,
  type StoredFile,
} from 'weirjs'
import type { PageOptions, ScrapedPage, Scraper } from '../../scrape/service.ts'
import type { CleanHit } from '../ask/clean-hits.ts'
import type { ScrapedResult } from '../schema.ts'
import { showFailed, showScraped } from './show-result.ts'

/** Pages of one search that are scraped at the same time; the engines share themselves among accounts. */
const AT_ONCE = 5
/** The time limit of all pages, as a multiple of the time limit of one. */
const TIMES = 2

/** Milliseconds for all pages of a search. */
export const scrapingTime = ({ request }: PageOptions) => TIMES * request.timeout

/** How the results of a search are scraped. */
export interface ResultScraping {
  /** As the caller set them, for the price and the response. */
  options: PageOptions
  account: Account
  signal: AbortSignal
}

export interface ScrapedResults {
  results: ScrapedResult[]
  millicredits: Millicredits
  /** The number of scraped pages. */
  pages: number
}

type Ports = Pick<Kit, 'files' | 'store' | 'clock' | 'log'> & { scraper: Scraper }

/** Adds markdown, which is part of the response and the source of its preview, summary and counts. */
const withText = (options: PageOptions): PageOptions => ({
  ...options,
  includeMetadata: true,
  content: {
    ...options.content,
    includeMetadata: true,
    formats: new Set([...options.content.formats, 'markdown' as const]),
  },
})

/** The highest price of a page of a search: that of a scrape, but `structured` is included. Source: spec 8.3. */
export const mostOfResult = (options: PageOptions, { estimate }: Pick<Scraper, 'estimate'>): Millicredits =>
  estimate({ ...options, formats: options.formats.filter((format) => format !== 'structured') })

/**
 * Scrapes hits, several at a time, each with its own outcome. Results for which no time is left say so. Rejects if
 * the caller is gone.
 */
export async function scrapeResults(
  hits: readonly CleanHit[],
  { options, account, signal }: ResultScraping,
  ports: Ports,
): Promise<ScrapedResults> {
  const { scraper } = ports
  const asked = withText(options)
  const included = scraper.estimate(options) - mostOfResult(options, scraper)
  const outcomes = new Array<{ result: ScrapedResult; millicredits: Millicredits }>(hits.length)
  using time = deadline(signal, scrapingTime(options))
  let next = 0

  const scrapeNext = async () => {
    while (next < hits.length) {
      const at = next++
      outcomes[at] = await scrapeOne(hits[at]!, at + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, scrapeNext))
  return {
    results: outcomes.map(({ result }) => result),
    millicredits: outcomes.reduce((sum, { millicredits }) => sum + millicredits, 0),
    pages: outcomes.filter(({ result }) => result.scrapeStatus === 'success').length,
  }

  async function scrapeOne(hit: CleanHit, position: number) {
    const url = new URL(hit.url)
    try {
      if (time.signal.aborted) throw noTime(url, options)
      const page = await scraper.page(url, asked, { signal: time.signal, account, priority: options.priority })
      const millicredits = Math.max(0, page.millicredits - included)
      const files = fileFields(await keep(url, page), ports.files)
      const { includeMetadata } = options
      return { result: showScraped(hit, page, { position, millicredits, files, includeMetadata }), millicredits }
    } catch (error) {
      signal.throwIfAborted()
      const failure = time.signal.aborted ? noTime(url, options) : worded(error, url)
      return { result: showFailed(hit, position, { error: failure, at: ports.clock.now() }), millicredits: 0 }
    }
  }

  /** Stores the files of a page and lets observers see it, in one transaction. */
  async function keep(url: URL, page: ScrapedPage): Promise<StoredFile[]> {
    const { files, store } = ports
    const observed = await scraper.observe({ account, url, page })
    const hashes = await Promise.all(page.files.map(({ bytes }) => files.put(bytes)))
    if (!observed && hashes.length === 0) return []
    return store.write(async (tx) => {
      await observed?.(tx)
      const lifetime = { expiresAt: files.retainedUntil() }
      const record = (file: NewFile, i: number) => files.record(tx, account.id, hashes[i] as string, file, lifetime)
      return Promise.all(page.files.map(record))
    })
  }

  function worded(error: unknown, url: URL): ApiError {
    if (isApiError(error)) return error
    ports.log.error('A result of a search could not be scraped', { cause: describeError(error) })
    return new ApiError('scraping_failed', 'Scraping failed; see the log for the reason', { url: url.href })
  }
}

const noTime = (url: URL, options: PageOptions) =>
  new ApiError('timeout', 'There was no time left for this result; a higher timeout or a lower limit may help', {
    url: url.href,
    timeout: scrapingTime(options),
  })
