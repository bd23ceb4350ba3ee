import type { PluginApp } from 'weirjs'
import { archiveFailures } from '../errors.ts'
import { AvailabilityReply, availabilityBody } from '../schema.ts'
import { middleOf } from '../time/timestamp.ts'
import { RATE, type RouteParts } from './parts.ts'

/** Source: spec section 4.11. */
export function availabilityRoute(app: PluginApp, { names, prices, check, lookUp, now }: RouteParts) {
  return app.post(
    '/archive/availability',
    async ({ body, caller: { account }, request: { signal }, idempotency }) => {
      const timestamp = body.timestamp && middleOf(body.timestamp)
      const use = { account, price: prices.availability, signal, idempotency }
      const { result, creditsUsed } = await lookUp(body, use, ({ provider, url, signal }) =>
        provider.service.availability({ url, timestamp, account }, signal),
      )
      return {
        success: true as const,
        data: {
          url: body.url,
          timestamp: body.timestamp ?? null,
          availability: { hasSnapshots: result.timestamp !== undefined, closestDate: result.timestamp ?? null },
          creditsUsed,
        },
        metadata: { checkedAt: now(), cached: result.cached ?? false },
      }
    },
    {
      access: { limit: 'archive-availability', oidc: true },
      body: availabilityBody(names),
      response: { 200: AvailabilityReply },
      beforeHandle: ({ body }) => check(body),
      detail: {
        operationId: 'checkArchive',
        'x-failures': archiveFailures,
        'x-examples': {
          'Whether there is a snapshot': { url: 'https://example.com/' },
          'The nearest to a date': { url: 'https://example.com/', timestamp: '20210316' },
        },
        summary: 'Check whether a page has a snapshot',
        description: `Returns whether an archive has the URL, and from when. Free. If the archive cannot tell, the error is \`archive_unavailable\`; \`hasSnapshots: false\` means that there is no snapshot. ${RATE}`,
      },
    },
  )
}
