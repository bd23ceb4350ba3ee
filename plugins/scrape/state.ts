import type { Kit } from 'weirjs'
import { createPageCache, type PageCache } from './cache/index.ts'
import type { ScrapeConfig } from './config.ts'
import type { PageOptions } from './options.ts'
import { findObservers, type Observers } from './page/observe.ts'
import { createScraper, type Pages } from './page/page.ts'

/** What the routes and the jobs of this plugin share. */
export interface ScrapeState {
  cache: PageCache
  pages: Pages
  observers: Observers
  /** Options of requests that have passed the routes' own checks, so that their bodies are read once. */
  options: WeakMap<Request, PageOptions>
}

export function setUp(kit: Kit<ScrapeConfig>): ScrapeState {
  const cache = createPageCache(kit)
  const observers = findObservers(kit)
  return { cache, observers, options: new WeakMap(), pages: createScraper(kit, cache, observers) }
}
