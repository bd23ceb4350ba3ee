import { type Kit, type PluginApp, t } from 'weirjs'
import type { MapBody } from '../../map/service.ts'
import { withinBalance } from '../crawl/within-balance.ts'
import { withName } from '../errors.ts'
import { readLocation } from '../page/read-page.ts'
import type { Api } from '../page/shape.ts'
import { Warnings } from '../page/warnings.ts'
import { MapRequest } from '../schema/site-fields.ts'
import { described, type FirecrawlState, normaliseBody } from './route.ts'

/** The default and the highest number of a map's URLs. */
const LIMIT = 5000
const MAX_LIMIT = 10_000
/** The default timeout of a map and its bounds, in milliseconds. */
const TIMEOUT = { usual: 60_000, least: 1000, most: 120_000 }

const Links = t.Union([
  t.Array(
    t.Object(
      { url: t.String(), title: t.Optional(t.String()), description: t.Optional(t.String()) },
      { title: 'FirecrawlLink' },
    ),
  ),
  t.Array(t.String()),
])

function toMap(body: MapRequest, limit: number, location: MapRequest['location']): MapBody {
  const { timeout = TIMEOUT.usual } = body
  return {
    url: body.url,
    options: {
      maxPages: limit,
      search: body.search,
      timeout: Math.max(TIMEOUT.least, Math.min(timeout, TIMEOUT.most)),
      includeSubdomains: body.includeSubdomains,
      sitemap: body.sitemapOnly ? 'only' : body.ignoreSitemap ? 'skip' : body.sitemap,
      ignoreQueryParameters: body.ignoreQueryParameters ?? true,
      includeMetadata: true,
      metadataLimit: limit,
      ...((location?.country || location?.languages) && { location }),
    },
  }
}

/** In this API, options are not in an object of their own. */
const named = withName((parameter) => parameter.replace('options.', ''))

/** Lists the URLs of a site. */
export function mapRoute(app: PluginApp, _: Kit, { maps }: FirecrawlState, api: Api) {
  return app.post(
    '/map',
    async ({ body, caller: { account }, request: { signal }, idempotency, warnings }) => {
      const { limit = LIMIT } = body
      const read = new Warnings()
      const location = body.location && readLocation(body.location, read)
      const said = [...warnings.splice(0), ...read.all]
      if (limit > MAX_LIMIT) said.push(`limit is ${MAX_LIMIT} addresses at most`)
      const { made, warnings: bounded } = await withinBalance(
        Math.min(limit, MAX_LIMIT),
        body.limit === undefined,
        (most) => maps.map(toMap(body, most, location), { account, signal, idempotency, warnings: said }),
      )
      const { urls, summary } = made
      if (summary.timedOut) said.push('There was not enough time for the whole site')
      const links =
        api.version === 1
          ? urls.map(({ url }) => url)
          : urls.map(({ url, title, description }) => ({
              url,
              ...(title && { title }),
              ...(description && { description }),
            }))
      return { success: true as const, id: crypto.randomUUID(), links, ...Warnings.field([...said, ...bounded]) }
    },
    {
      access: { permission: 'map', limit: 'map' },
      body: MapRequest,
      response: {
        200: t.Object({
          success: t.Literal(true),
          id: t.String(),
          links: Links,
          warning: t.Optional(t.String()),
        }),
      },
      transform: normaliseBody,
      beforeHandle({ body }) {
        const location = body.location && readLocation(body.location, new Warnings())
        try {
          maps.check(toMap(body, Math.min(body.limit ?? LIMIT, MAX_LIMIT), location))
        } catch (error) {
          named(error)
        }
      },
      detail: {
        ...described(api, 'Map', {
          summary: 'Map a site',
          description: 'Returns the URLs of a site. Costs the same as a map of Weir, which is charged per URL.',
        }),
        'x-failures': {
          400: { invalid_url: 'The address cannot be reached' },
          500: { mapping_failed: 'The site cannot be mapped' },
        },
        'x-examples': { 'The pages of a site': { url: 'https://example.com/', limit: 50 } },
      },
    },
  )
}
