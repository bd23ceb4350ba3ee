import type { ScrapedPage } from '../scrape/service.ts'
import type { CrawledPage } from './schema.ts'

/** A page as the results of the crawl show it. */
export function showPage(
  { url, depth }: { url: string; depth: number },
  { data, metadata, warnings = [] }: ScrapedPage,
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
    ...(warnings.length > 0 && { warnings }),
  }
}
