import type { ScrapedPage } from './scraper.ts'

type Metadata = ScrapedPage['metadata']

/**
 * The metadata that remains if the caller wants none: of the request, but not of the page. Results of the caller's
 * own script and actions are returned nowhere else. Source: decisions 5.1.
 */
export const basicMetadata = (metadata: Metadata): Metadata => {
  const { url, statusCode, contentType, extractedAt, processingTime, cached, cachedAt, actions, executeJS } = metadata
  return {
    url,
    statusCode,
    contentType,
    extractedAt,
    processingTime,
    ...(cached && { cached, cachedAt }),
    ...(actions && { actions }),
    ...(executeJS !== undefined && { executeJS }),
  }
}
