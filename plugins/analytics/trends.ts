import type { Kit, PluginApp } from 'weirjs'
import { bucketsOf, defaultGranularity, reply } from 'weirjs'
import { figures, quality } from './figures.ts'
import { createQueryReader, type UsageQuery } from './read-query.ts'
import { Trends, TrendsQuery } from './schema.ts'

/** Usage over time. Source: spec section 4.14, decisions 12.2. */
export function trendsRoutes(app: PluginApp, kit: Kit) {
  const { usage } = kit.accounts
  const { periodOf, accountOf, check } = createQueryReader(kit)
  const granularityOf = ({ granularity, ...query }: UsageQuery & { granularity?: 'hour' | 'day' | 'week' | 'month' }) =>
    granularity ?? defaultGranularity(periodOf(query))

  app.get(
    '/analytics/trends',
    async ({ query, caller }) => {
      const period = periodOf(query)
      const granularity = granularityOf(query)
      const buckets = await usage.series(await accountOf(query, caller), period, granularity)
      const series = buckets.map((bucket) => ({
        period: bucket.period,
        ...figures(bucket),
        ...quality(bucket),
      }))
      return { success: true as const, data: { period: period.name, granularity, series } }
    },
    {
      access: { permission: 'account' },
      query: TrendsQuery,
      async beforeHandle({ query, caller }) {
        await check(query, caller)
        bucketsOf(periodOf(query), granularityOf(query))
      },
      response: { 200: reply(Trends) },
      detail: {
        operationId: 'listUsageTrends',
        'x-failures': { 404: { not_found: 'The user does not exist, or you may not see it' } },
        summary: 'Get usage over time',
        description:
          'The overview by hour, day, week or month, in UTC. Administrators may query another account, or all accounts.',
      },
    },
  )
}
