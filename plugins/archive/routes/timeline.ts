import type { PluginApp } from 'weirjs'
import { toTimeline } from '../answer/timeline.ts'
import { archiveFailures } from '../errors.ts'
import { TimelineReply, timelineBody } from '../schema.ts'
import { endOf, startOf } from '../time/timestamp.ts'
import { RATE, type RouteParts } from './parts.ts'

/** The most captures that a timeline counts. */
const MAX_COUNTED = 50_000

/** Source: spec section 4.11. */
export function timelineRoute(app: PluginApp, { names, prices, check, lookUp }: RouteParts) {
  return app.post(
    '/archive/timeline',
    async ({ body, caller: { account }, request: { signal }, idempotency, warnings }) => {
      const { dateRange, granularity = 'month' } = body
      const [from, to] = [startOf(dateRange.from), endOf(dateRange.to)]
      const use = { account, price: prices.timeline, signal, idempotency }
      const { result, creditsUsed } = await lookUp(body, use, ({ provider, url, signal }) =>
        provider.service.search({ url, account, from, to, limit: MAX_COUNTED, timestampsOnly: true }, signal),
      )
      const timestamps = result.captures.map(({ timestamp }) => timestamp)
      if (result.more)
        warnings.push(
          `There are more than ${timestamps.length} snapshots in this range, and the others are not counted: use a shorter range`,
        )
      return {
        success: true as const,
        data: {
          url: body.url,
          dateRange,
          granularity,
          timeline: toTimeline(timestamps, { ...dateRange, granularity }),
          totalSnapshots: timestamps.length,
          creditsUsed,
        },
      }
    },
    {
      access: { limit: 'archive-timeline', oidc: true },
      body: timelineBody(names),
      response: { 200: TimelineReply },
      beforeHandle: ({ body }) => check(body),
      detail: {
        operationId: 'buildTimeline',
        'x-failures': archiveFailures,
        'x-examples': {
          'By month': { url: 'https://example.com/', dateRange: { from: '20240101', to: '20241231' } },
          'By week': {
            url: 'https://example.com/',
            dateRange: { from: '20250101', to: '20250331' },
            granularity: 'week',
          },
        },
        summary: 'Get a timeline of snapshots',
        description: `Returns the number and times of snapshots of a URL in each period of a date range. Costs 1 credit. ${RATE}`,
      },
    },
  )
}
