import type { Kit } from 'weirjs'
import { type Scraper, scraper } from '../scrape/service.ts'
import type { MapConfig } from './config.ts'
import type { MapSite } from './map-site.ts'

/** What the route and the service of this plugin share. */
export interface MapState {
  scrapes: Scraper
  mapSite: MapSite
}

export function setUp(kit: Kit<MapConfig>): MapState {
  const scrapes = kit.use(scraper)
  return {
    scrapes,
    // Loaded with the first map: parsers are large.
    mapSite: async (...asked) => (await import('./map-site.ts')).createMapSite(kit, scrapes)(...asked),
  }
}
