import type { Kit, PluginApp } from 'weirjs'
import { optionFailures } from '../scrape/service.ts'
import type { MapConfig } from './config.ts'
import { checkOptions } from './maps.ts'
import { MapReply, mapBody } from './schema.ts'
import type { MapState } from './state.ts'

/** Source: spec section 4.7. */
export function mapRoute(app: PluginApp, kit: Kit<MapConfig>, { scrapes, mapSite }: MapState) {
  return app.post(
    '/map',
    async ({ body, caller: { account }, request: { signal }, warnings }) => ({
      success: true as const,
      data: await mapSite(body, { account, signal, warnings }),
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
          'Finds the URLs of a site breadth first, through links and sitemaps (robots.txt, `/sitemap.xml`), with the status and title of each. A page is listed once: URLs are normalised, and pages with the same canonical URL count as one. Costs 0.1 per returned URL, 0.05 more with a browser engine, 0.02 more at depth 4 or 5, 2 more with the proxy pool, rounded up to 0.01 for the whole map. A root that cannot be reached is `invalid_url`, one that fails for another reason is `mapping_failed`.',
      },
    },
  )
}
