import type { Kit } from 'weirjs'
import { content } from '../content/service.ts'
import { type Scraper, scraper } from '../scrape/service.ts'
import type { MapConfig } from './config.ts'
import { createMapSite, type MapSite } from './map-site.ts'

/** The state that the route and the service of this plugin share. */
export interface MapState {
  scrapes: Scraper
  mapSite: MapSite
}

export function setUp(kit: Kit<MapConfig>): MapState {
  const scrapes = kit.use(scraper)
  return { scrapes, mapSite: createMapSite(kit, scrapes, kit.use(content)) }
}
