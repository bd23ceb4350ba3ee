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
    async ({ body, caller: { account }, request: { signal }, idempotency, warnings }) => ({
      success: true as const,
      data: await mapSite(body, { account, signal, idempotency, warnings }),
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
          'The URLs that sitemaps list below a path': {
            url: 'https://example.com/docs/',
            options: { sitemap: 'only', childPathsOnly: true },
          },
          'Pages about prices': { url: 'https://example.com/', options: { search: 'prices', maxPages: 50 } },
        },
        summary: 'Map a site',
        description:
          'Finds the URLs of a site breadth first, from links and sitemaps (robots.txt, `/sitemap.xml`), and requests each for its status and title. Each page is listed once: URLs are normalized, and pages with the same canonical URL are one page. Costs 0.1 per returned URL, plus 0.05 with a browser engine, 0.02 at depth 4 or 5, and 2 with the proxy pool; the total is rounded up to 0.01 for the whole map. If the root cannot be reached, the error is `invalid_url`; if it cannot be fetched for another reason, `mapping_failed`.',
      },
    },
  )
}
