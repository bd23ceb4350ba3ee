import { ApiError, definePlugin, isApiError, needsOf, t, toCredits } from 'weirjs'
import { type PageOptions, type ScrapeBody, scraper } from '../scrape/service.ts'
import { discover } from './discover.ts'
import type { Found } from './found.ts'
import { isDeep, mostOf, Prices, priceOf } from './price.ts'
import { type MapBody, type MapEntry, MapReply, mapBody } from './schema.ts'
import { search } from './search.ts'

/** Beyond its own time a map's hold lasts this long, in ms. */
const HOLD_MARGIN = 30_000

/** An address as it is shown; `describe` with what the page says of itself. */
const show = (
  { visited: _, redirected: __, place: ___, description, ...entry }: Found,
  describe: boolean,
): MapEntry => ({
  ...entry,
  ...(describe && { description }),
  discoveredAt: new Date(entry.discoveredAt).toISOString(),
})

function summarise(found: readonly Found[]) {
  const visited = found.filter((entry) => entry.visited)
  const failed = visited.filter(({ statusCode }) => statusCode === null || statusCode >= 400)
  const redirected = visited.filter((entry) => entry.redirected && !failed.includes(entry))
  return {
    totalUrls: found.length,
    successfulUrls: visited.length - failed.length - redirected.length,
    failedUrls: failed.length,
    redirectUrls: redirected.length,
  }
}

/** The parameters of a scrape among those of a map, which takes no pictures of pages. */
const pageOf = ({
  timeout: _,
  includeMetadata: __,
  formats,
  ...page
}: NonNullable<MapBody['options']>): ScrapeBody => ({
  ...page,
  formats: ['links'],
  includeScreenshot: false,
  includePdf: false,
})

/** Whether the caller asked for what a browser alone does. */
function asksForBrowser({ asked, request }: PageOptions): boolean {
  const { javascript, actions, stealth } = needsOf(request)
  return asked.browserEngine || asked.stealthEngine || !!(javascript || actions || stealth)
}

/** Which URLs a site has. */
export default definePlugin({
  name: 'map',
  api: 1,
  tag: { name: 'Map', description: 'Discovers the URLs of a site.', order: 30 },
  config: t.Object({ prices: Prices }),
  requires: [scraper],
  /** Source: spec section 8.1. */
  limits: {
    map: {
      free: { perHour: 2, perDay: 10 },
      starter: { perHour: 10, perDay: 50 },
      pro: { perHour: 50, perDay: 200 },
    },
  },
  errors: { invalid: { url: 'invalid_url', '*': 'invalid_options' }, failure: 'mapping_failed' },

  setup: (kit) => kit.use(scraper),

  routes: (app, kit, scrapes) =>
    app.post(
      '/map',
      async ({ body: { url, options = {} }, caller: { account }, request }) => {
        const { config, credits } = kit
        const { maxPages = 100, maxDepth = 2, timeout = 30_000, metadataLimit = 100 } = options
        const page = scrapes.read(pageOf(options))
        const { sameDomain = true, respectRobots = true, useProxy = false } = options
        const { includePatterns = [], excludePatterns = [] } = options
        const started = performance.now()
        const root = new URL(url)
        root.hash = ''
        const way = { browser: asksForBrowser(page), proxy: useProxy }
        const most = mostOf({ maxPages, maxDepth }, way, config.prices)
        await using hold = await credits.hold(account.id, most, { expiresIn: timeout + HOLD_MARGIN })
        const wanted = {
          maxPages,
          maxDepth,
          timeout,
          engine: page.engine,
          request: { ...page.request, resources: 'text' as const },
          useProxy,
          sameDomain,
          respectRobots,
          includePatterns,
          excludePatterns,
        }
        const context = { signal: request.signal, account, priority: 'medium' as const }
        const { found, timedOut } = await discover(root, wanted, context, kit).catch((error: unknown) => {
          if (isApiError(error) || request.signal.aborted) throw error
          throw new ApiError('mapping_failed', 'The map failed; the log has the reason', {}, { cause: error })
        })
        const listed = options.search ? search(found, options.search) : found
        const pages = listed.length
        const deep = listed.filter(({ depth }) => isDeep(depth)).length
        await hold.capture(priceOf({ pages, deep, ...way }, config.prices), { endpoint: 'map', pages })
        const described = options.includeMetadata ? metadataLimit : 0
        const summary = {
          ...summarise(listed),
          mappingTime: Math.round(performance.now() - started) / 1000,
          creditsUsed: toCredits(hold.captured),
          ...(timedOut && { timedOut }),
        }
        return {
          success: true as const,
          data: {
            domain: root.host,
            rootUrl: root.href,
            totalPages: pages,
            maxDepthReached: listed.reduce((deepest, { depth }) => Math.max(deepest, depth), 0),
            urls: listed.map((entry, i) => show(entry, i < described)),
            summary,
          },
        }
      },
      {
        access: { limit: 'map' },
        body: mapBody(kit.engines.names),
        response: { 200: MapReply },
        beforeHandle({ body: { options = {} } }) {
          scrapes.check(scrapes.read(pageOf(options)))
        },
        detail: {
          operationId: 'mapSite',
          'x-examples': {
            'The pages of a site': { url: 'https://example.com/' },
            'Pages about prices': { url: 'https://example.com/', options: { search: 'prices', maxPages: 50 } },
          },
          summary: 'Map a site',
          description:
            'Finds the URLs of a site breadth first, by links and by sitemaps (robots.txt, `/sitemap.xml`), and asks each for its status and title. A page is listed once: addresses are normalised, and pages of one canonical address are one. Costs 0.1 per URL that is returned, 0.05 more with a browser engine, 0.02 more for each of depth 4 or 5, 2 more by the proxy pool, rounded up to 0.01 for the whole map. A root that cannot be reached is `invalid_url`, one that cannot be had for another reason `mapping_failed`.',
        },
      },
    ),
})
