import { createScope, type Kit, readValue } from 'weirjs'
import type { Scraper } from '../scrape/service.ts'
import type { MapConfig } from './config.ts'
import { type MapBody, mapBody, scopeOf, toScrapeBody } from './schema.ts'
import type { Maps } from './service.ts'
import type { MapState } from './state.ts'

/** The error codes for invalid fields of a map. */
export const mapErrors = { invalid: { url: 'invalid_url', '*': 'invalid_options' }, failure: 'mapping_failed' } as const

/** Checks what a schema cannot. */
export function checkOptions({ url, options = {} }: MapBody, scrapes: Scraper): void {
  createScope(new URL(url), scopeOf(options))
  scrapes.check(scrapes.read(toScrapeBody(options)), 'nothing')
}

/** The function of this plugin's route as a service for other plugins. */
export function createMaps({ engines }: Kit<MapConfig>, { scrapes, mapSite }: MapState): Maps {
  const schema = mapBody(engines.names)
  const read = (asked: MapBody): MapBody => {
    const body = readValue(schema, asked, mapErrors)
    checkOptions(body, scrapes)
    return body
  }
  return {
    check: (asked) => void read(asked),
    map: async (asked, by) => mapSite(read(asked), by),
  }
}
