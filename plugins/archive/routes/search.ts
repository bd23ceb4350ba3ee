import type { PluginApp } from 'weirjs'
import { describeCaptures, findCaptures } from '../answer/search.ts'
import { archiveFailures } from '../errors.ts'
import { SearchReply, searchBody } from '../schema.ts'
import { RATE, type RouteParts } from './parts.ts'

/** Source: spec section 4.11. */
export function searchRoute(app: PluginApp, { names, prices, content, check, lookUp }: RouteParts) {
  return app.post(
    '/archive/search',
    async ({ body, caller: { account }, request: { signal }, idempotency, warnings }) => {
      const started = performance.now()
      const use = { account, price: prices.search, signal, idempotency }
      const { result, provider, creditsUsed } = await lookUp(body, use, async (lookup) => {
        const list = await findCaptures(lookup, body)
        const { captures } = list
        if (!body.includeMetadata) return { list, snapshots: captures.map((one) => ({ ...one })), warnings: [] }
        return { list, ...(await describeCaptures(lookup, captures, content)) }
      })
      const { list, snapshots } = result
      warnings.push(...result.warnings)
      return {
        success: true as const,
        data: {
          url: body.url,
          provider,
          snapshots,
          totalFound: Math.max(list.total ?? 0, snapshots.length),
          query: { dateRange: body.dateRange ?? null, limit: body.limit ?? 50 },
          creditsUsed,
        },
        metadata: {
          searchTime: Math.round(performance.now() - started) / 1000,
          provider,
          cached: list.cached ?? false,
        },
      }
    },
    {
      access: { limit: 'archive-search', oidc: true },
      body: searchBody(names),
      response: { 200: SearchReply },
      beforeHandle: ({ body }) => check(body),
      detail: {
        operationId: 'searchArchive',
        'x-failures': archiveFailures,
        'x-examples': {
          'The first snapshots of a page': { url: 'https://example.com/', limit: 5 },
          'Snapshots around a date': { url: 'https://example.com/', timestamp: '20210316', limit: 3 },
        },
        summary: 'List snapshots of a page',
        description: `Returns the snapshots of a URL that an archive has. Costs 1 credit, even if there are none. ${RATE}`,
      },
    },
  )
}
