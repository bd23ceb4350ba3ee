import type { Kit } from 'weirjs'
import { createPageCache, type PageCache } from './cache/index.ts'
import type { ScrapeConfig } from './config.ts'
import { createScraper, type Pages } from './page.ts'

/** What the routes and the jobs of this plugin share. */
export interface ScrapeState {
  cache: PageCache
  pages: Pages
}

export function setUp(kit: Kit<ScrapeConfig>): ScrapeState {
  const cache = createPageCache(kit)
  return { cache, pages: createScraper(kit, cache) }
}
