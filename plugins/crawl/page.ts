import { isSafeAnywhere, type Kit, type Millicredits } from 'weirjs'
import { type PageOptions, type ScrapedPage, scraper } from '../scrape/service.ts'
import type { CrawlConfig } from './config.ts'
import type { CrawlInput } from './input.ts'
import type { CrawledPage } from './schema.ts'

/**
 * How a page of the crawl is scraped: with what is read of it for the crawl's own use, and to another origin than the start's
 * without anything that tells a secret.
 */
export function optionsOf({ page, url: start }: CrawlInput, url: URL, { use }: Kit<CrawlConfig>): PageOptions {
  const { request, content, ...options } = use(scraper).read(page)
  const isHome = url.origin === new URL(start).origin
  return {
    ...options,
    // Canonical addresses and `nofollow` are read from it; what is not asked for is left out of the result.
    includeMetadata: true,
    content: { ...content, pageLinks: true },
    request: isHome ? request : { ...request, authentication: undefined, headers: safe(request.headers) },
  }
}

const safe = (headers: Headers | undefined) =>
  headers && new Headers([...headers].filter(([name]) => isSafeAnywhere(name)))

/** What each page costs, AI extraction at its fixed price. Source: spec section 8.3. */
export function priceOf({ page }: CrawlInput, { use, config }: Kit<CrawlConfig>): Millicredits {
  const options = use(scraper).read(page)
  const extraction = options.extract ? Math.round(config.prices.extract * 1000) : 0
  return use(scraper).estimate({ ...options, extract: undefined }) + extraction
}

/** A page as the results of the crawl show it. */
export function showPage(
  { url, depth }: { url: string; depth: number },
  { data, metadata }: ScrapedPage,
  { includeMetadata, creditsUsed }: { includeMetadata: boolean; creditsUsed: number },
): CrawledPage {
  const { pageLinks: _, ...shown } = data
  const { url: finalUrl, statusCode, contentType, extractedAt, processingTime } = metadata
  const basic = { url: finalUrl, statusCode, contentType, extractedAt, processingTime }
  return {
    url,
    status: 'success',
    depth,
    ...shown,
    metadata: { ...(includeMetadata ? metadata : basic), creditsUsed },
  }
}
