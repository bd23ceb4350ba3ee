import type { Kit, Sweeper } from 'weirjs'
import { createPageCache } from './cache/index.ts'
import { createSeenSweeper } from './changes/sweep.ts'
import type { ScrapeConfig } from './config.ts'
import type { PageOptions } from './options/page-options.ts'
import { createScraper } from './page/create-scraper.ts'
import { findObservers } from './page/observe.ts'
import { createSingleScrape, type ScrapeParts, type SingleScrape } from './single/single-scrape.ts'

/** The state that the routes and jobs of this plugin share. */
export interface ScrapeState extends ScrapeParts {
  single: SingleScrape
  /** Removes pages that were last seen long ago. */
  seen: Sweeper
  /** The options of requests that have passed the routes' own checks, so that each body is read only once. */
  options: WeakMap<Request, PageOptions>
}

export function setUp(kit: Kit<ScrapeConfig>): ScrapeState {
  const cache = createPageCache(kit)
  const observers = findObservers(kit)
  const parts = { cache, observers, pages: createScraper(kit, cache, observers) }
  const seen = createSeenSweeper(kit, kit.config.trackedPages)
  return { ...parts, seen, options: new WeakMap(), single: createSingleScrape(kit, parts) }
}
