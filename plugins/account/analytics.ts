import type { Kit, PluginApp, UsageTotals } from 'weirjs'
import { defaultGranularity, readPeriod, reply, toCredits } from 'weirjs'
import { Overview, PeriodQuery, Trends, TrendsQuery } from './schema.ts'

const rounded = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places
const responseTime = ({ requests, milliseconds }: UsageTotals) =>
  requests === 0 ? null : rounded(milliseconds / requests, 1)
const successRate = ({ requests, failures }: UsageTotals) =>
  requests === 0 ? null : rounded(1 - failures / requests, 4)

/** How an account's requests went. Source: spec sections 2.12 and 4.14, decisions 12.2. */
export function analyticsRoutes(app: PluginApp, { accounts: { usage }, clock }: Kit) {
  app.get(
    '/analytics/overview',
    async ({ query, caller }) => {
      const period = readPeriod(query.period ?? 'month', clock.now())
      const totals = await usage.totals(caller.account.id, period)
      const data = {
        period: period.name,
        totalRequests: totals.requests,
        pagesScraped: totals.pages,
        creditsUsed: toCredits(totals.millicredits),
        averageResponseTime: responseTime(totals) ?? 0,
        successRate: successRate(totals) ?? 1,
      }
      return { success: true as const, data }
    },
    {
      access: 'key',
      query: PeriodQuery,
      beforeHandle: ({ query }) => void readPeriod(query.period ?? 'month', clock.now()),
      response: { 200: reply(Overview) },
      detail: {
        operationId: 'getUsageOverview',
        summary: 'Overview of your usage',
        description: 'Totals of a period, the mean time of an answer, and the share of requests that did not fail.',
      },
    },
  )

  app.get(
    '/analytics/trends',
    async ({ query, caller }) => {
      const period = readPeriod(query.period ?? 'month', clock.now())
      const granularity = query.granularity ?? defaultGranularity(period)
      const buckets = await usage.series(caller.account.id, period, granularity)
      const series = buckets.map((bucket) => ({
        period: bucket.period,
        requests: bucket.requests,
        pagesScraped: bucket.pages,
        creditsUsed: toCredits(bucket.millicredits),
        averageResponseTime: responseTime(bucket),
        successRate: successRate(bucket),
      }))
      return { success: true as const, data: { period: period.name, granularity, series } }
    },
    {
      access: 'key',
      query: TrendsQuery,
      beforeHandle: ({ query }) => void readPeriod(query.period ?? 'month', clock.now()),
      response: { 200: reply(Trends) },
      detail: {
        operationId: 'listUsageTrends',
        summary: 'Your usage over time',
        description: 'The same by hour, day, week or month, in UTC.',
      },
    },
  )
}
