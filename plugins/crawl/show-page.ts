import { basicMetadata, type ScrapedPage } from '../scrape/service.ts'
import type { CrawledPage } from './schema.ts'

/** What the crawl itself knows about a page. */
interface ShownItem {
  url: string
  depth: number
  external?: boolean
  forbidden: ReadonlySet<string>
}

/** A page in the form of the crawl's results. */
export function showPage(
  { url, depth, external, forbidden }: ShownItem,
  { data, metadata, warnings = [] }: ScrapedPage,
  { includeMetadata, creditsUsed }: { includeMetadata: boolean; creditsUsed: number },
): CrawledPage {
  const { pageLinks: _, ...shown } = data
  return {
    url,
    status: 'success',
    depth,
    ...(external && { external }),
    ...(forbidden.size > 0 && { forbiddenLinks: [...forbidden] }),
    ...shown,
    metadata: { ...(includeMetadata ? metadata : basicMetadata(metadata)), creditsUsed },
    ...(warnings.length > 0 && { warnings }),
  }
}
