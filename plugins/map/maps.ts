import { createScope, type Kit, readValue } from 'weirjs'
import type { Scraper } from '../scrape/service.ts'
import type { MapConfig } from './config.ts'
import { type MapBody, mapBody, scopeOf, toScrapeBody } from './schema.ts'
import type { Maps } from './service.ts'
import type { MapState } from './state.ts'

/** How invalid fields of a map are worded. */
export const mapErrors = { invalid: { url: 'invalid_url', '*': 'invalid_options' }, failure: 'mapping_failed' } as const

/** Refuses what a schema cannot express. */
export function checkOptions({ url, options = {} }: MapBody, scrapes: Scraper): void {
  createScope(new URL(url), scopeOf(options))
  scrapes.check(scrapes.read(toScrapeBody(options)), 'nothing')
}

/** What the route does, for other plugins. */
export function createMaps({ engines }: Kit<MapConfig>, { scrapes, mapSite }: MapState): Maps {
  const schema = mapBody(engines.names)
  return {
    async map(asked, by) {
      const body = readValue(schema, asked, mapErrors)
      checkOptions(body, scrapes)
      return mapSite(body, by)
    },
  }
}
