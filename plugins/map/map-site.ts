import { ApiError, isApiError, isoTime, type Kit, needsOf, type Static, toCredits } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import type { Content } from '../content/service.ts'
import type { PageOptions, Scraper } from '../scrape/service.ts'
import type { MapConfig } from './config.ts'
import { discover } from './discover.ts'
import type { MappedAddress } from './mapped-address.ts'
import { isDeep, mostOf, priceOf } from './price.ts'
import { type MapBody, type MapEntry, type SiteMap, scopeOf, toScrapeBody } from './schema.ts'
import { search } from './search.ts'
import type { MappedFor } from './service.ts'

/** Milliseconds for which a map's hold outlasts its time limit. */
const HOLD_MARGIN = 30_000

/** A URL in the response; with `describe`, including the page's description. */
const show = (
  { visited: _, redirected: __, place: ___, description, ...entry }: MappedAddress,
  describe: boolean,
): MapEntry => ({
  ...entry,
  ...(describe && { description }),
  discoveredAt: isoTime(entry.discoveredAt),
})

function summarise(found: readonly MappedAddress[]) {
  const visited = found.filter((entry) => entry.visited)
  const isFailed = ({ statusCode }: MappedAddress) => statusCode === null || statusCode >= 400
  const failed = visited.filter(isFailed)
  const redirected = visited.filter((entry) => entry.redirected && !isFailed(entry))
  return {
    totalUrls: found.length,
    successfulUrls: visited.length - failed.length - redirected.length,
    failedUrls: failed.length,
    redirectUrls: redirected.length,
  }
}

/** Whether the caller asks for something that only a browser can do. */
function asksForBrowser({ asked, request }: PageOptions): boolean {
  const { javascript, actions, stealth } = needsOf(request)
  return asked.browserEngine || asked.stealthEngine || !!(javascript || actions || stealth)
}

export type MapSite = ReturnType<typeof createMapSite>

/** Maps sites, and charges for it. */
export function createMapSite({ config, credits, ...kit }: Kit<MapConfig>, scrapes: Scraper, content: Content) {
  /** Only the links and the head of pages are read. */
  const reading: ContentOptions = { ...scrapes.read({}).content, formats: new Set(), pageLinks: true }

  return async (
    { url, options = {} }: MapBody,
    { account, signal, warnings, idempotency }: MappedFor,
  ): Promise<Static<typeof SiteMap>> => {
    const { maxPages = 100, maxDepth = 2, timeout = 30_000, metadataLimit = 100, search: words = '' } = options
    const page = scrapes.read(toScrapeBody(options))
    const { respectRobots = true, useProxy = false, sitemap = 'include', ignoreQueryParameters = false } = options
    const started = performance.now()
    const root = new URL(url)
    root.hash = ''
    const way = { browser: asksForBrowser(page), proxy: useProxy }
    const most = mostOf({ maxPages, maxDepth }, way, config.prices)
    await using hold = await credits.hold(account.id, most, { expiresIn: timeout + HOLD_MARGIN, idempotency })
    const wanted = {
      maxPages,
      maxDepth,
      timeout,
      engine: page.engine,
      request: { ...page.request, resources: 'text' as const },
      useProxy,
      respectRobots,
      scope: scopeOf(options),
      sitemap,
      ignoreQueryParameters,
      search: words,
      reading,
      inspects: !way.browser,
    }
    const context = { signal, account, priority: 'medium' as const }
    const {
      found,
      timedOut,
      warnings: told,
    } = await discover(root, wanted, context, { ...kit, content }).catch((error: unknown) => {
      if (isApiError(error) || signal.aborted) throw error
      throw new ApiError('mapping_failed', 'The map failed; see the log for the reason', {}, { cause: error })
    })
    warnings?.push(...told)
    const listed = words ? await search(found, words) : found
    if (words && !timedOut && found.length === maxPages)
      warnings?.push(
        `search returns ${listed.length} of the ${found.length} URLs that were visited, the most that were allowed: others may match too`,
      )
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
      domain: root.host,
      rootUrl: root.href,
      totalPages: pages,
      maxDepthReached: listed.reduce((deepest, { depth }) => Math.max(deepest, depth), 0),
      urls: listed.map((entry, i) => show(entry, i < described)),
      summary,
    }
  }
}
