import { createScope, definePlugin, type Kit, readValue } from 'weirjs'
import { optionFailures, type Scraper, scraper } from '../scrape/service.ts'
import { MapConfig } from './config.ts'
import type { MapSite } from './map-site.ts'
import { type MapBody, MapReply, mapBody, scopeOf, toScrapeBody } from './schema.ts'
import { maps } from './service.ts'

const errors = { invalid: { url: 'invalid_url', '*': 'invalid_options' }, failure: 'mapping_failed' } as const

interface MapState {
  scrapes: Scraper
  mapSite: MapSite
}

/** Refuses what a schema cannot say. */
function checkOptions({ url, options = {} }: MapBody, scrapes: Scraper) {
  createScope(new URL(url), scopeOf(options))
  scrapes.check(scrapes.read(toScrapeBody(options)), 'nothing')
}

/** What maps a site is loaded with the first map: much of it is parsers. */
const createMapSite =
  (kit: Kit<MapConfig>, scrapes: Scraper): MapSite =>
  async (...asked) =>
    (await import('./map-site.ts')).createMapSite(kit, scrapes)(...asked)

/** Which URLs a site has. */
export default definePlugin({
  name: 'map',
  api: 1,
  tag: { name: 'Map', description: 'Discovers the URLs of a site.', order: 30 },
  config: MapConfig,
  requires: [scraper],
  /** Source: spec section 8.1. */
  limits: {
    map: {
      free: { perHour: 2, perDay: 10 },
      starter: { perHour: 10, perDay: 50 },
      pro: { perHour: 50, perDay: 200 },
    },
  },
  errors,

  setup: (kit) => ({ scrapes: kit.use(scraper), mapSite: createMapSite(kit, kit.use(scraper)) }),
  provides: [
    maps.by(({ engines }: Kit<MapConfig>, { scrapes, mapSite }: MapState) => {
      const schema = mapBody(engines.names)
      return {
        async map(asked, by) {
          const body = readValue(schema, asked, errors)
          checkOptions(body, scrapes)
          return mapSite(body, by)
        },
      }
    }),
  ],

  routes: (app, kit, { scrapes, mapSite }) =>
    app.post(
      '/map',
      async ({ body, caller: { account }, request: { signal } }) => ({
        success: true as const,
        data: await mapSite(body, { account, signal }),
      }),
      {
        access: { limit: 'map' },
        body: mapBody(kit.engines.names),
        response: { 200: MapReply },
        beforeHandle({ body }) {
          checkOptions(body, scrapes)
        },
        detail: {
          operationId: 'mapSite',
          'x-failures': { 400: optionFailures },
          'x-examples': {
            'The pages of a site': { url: 'https://example.com/' },
            'What sitemaps list below a path': {
              url: 'https://example.com/docs/',
              options: { sitemap: 'only', childPathsOnly: true },
            },
            'Pages about prices': { url: 'https://example.com/', options: { search: 'prices', maxPages: 50 } },
          },
          summary: 'Map a site',
          description:
            'Finds the URLs of a site breadth first, by links and by sitemaps (robots.txt, `/sitemap.xml`), and asks each for its status and title. A page is listed once: addresses are normalised, and pages of one canonical address are one. Costs 0.1 per URL that is returned, 0.05 more with a browser engine, 0.02 more for each of depth 4 or 5, 2 more by the proxy pool, rounded up to 0.01 for the whole map. A root that cannot be reached is `invalid_url`, one that cannot be had for another reason `mapping_failed`.',
        },
      },
    ),
})
