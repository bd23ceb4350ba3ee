import type { PluginApp } from 'weirjs'
import { check, choose } from '../answer/check.ts'
import { toTimeline } from '../answer/timeline.ts'
import { archiveFailures } from '../errors.ts'
import { TimelineReply, timelineBody } from '../schema.ts'
import { endOf, startOf } from '../time/timestamp.ts'
import { addressOf, RATE, type RouteParts } from './parts.ts'

/** Captures that a timeline counts. */
const MAX_COUNTED = 50_000

/** Source: spec section 4.11. */
export function timelineRoute(app: PluginApp, { providers, names, prices, charged }: RouteParts) {
  return app.post(
    '/archive/timeline',
    async ({ body, caller: { account }, request, warnings }) => {
      const { dateRange, granularity = 'month' } = body
      const provider = choose(body.provider, providers)
      const url = addressOf(body.url)
      const query = {
        url,
        account,
        from: startOf(dateRange.from),
        to: endOf(dateRange.to),
        limit: MAX_COUNTED,
        timestampsOnly: true,
      }
      const use = { account, price: prices.timeline, provider: provider.name, signal: request.signal }
      const { result, creditsUsed } = await charged(use, (signal) => provider.service.search(query, signal))
      const timestamps = result.captures.map(({ timestamp }) => timestamp)
      if (result.more)
        warnings.push(
          `There are more than ${timestamps.length} snapshots in this range, and the others are not counted: a shorter one has fewer`,
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
      beforeHandle: ({ body }) => check(body, providers),
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
        summary: 'Build a timeline of snapshots',
        description: `How many snapshots of an address there are in each period of a range, and when. Costs 1 credit. ${RATE}`,
      },
    },
  )
}
