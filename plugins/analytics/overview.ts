import type { Kit, PluginApp } from 'weirjs'
import { reply, toCredits } from 'weirjs'
import { quality } from './figures.ts'
import { createQueryReader } from './read-query.ts'
import { Overview, PeriodQuery } from './schema.ts'

/** The requests of a period in total. Source: spec sections 2.12 and 4.14. */
export function overviewRoutes(app: PluginApp, kit: Kit) {
  const { usage } = kit.accounts
  const { periodOf, accountOf, check } = createQueryReader(kit)

  app.get(
    '/analytics/overview',
    async ({ query, caller }) => {
      const period = periodOf(query)
      const totals = await usage.totals(await accountOf(query, caller), period)
      const { averageResponseTime, successRate } = quality(totals)
      const data = {
        period: period.name,
        totalRequests: totals.requests,
        pagesScraped: totals.pages,
        creditsUsed: toCredits(totals.millicredits),
        averageResponseTime: averageResponseTime ?? 0,
        successRate: successRate ?? 1,
      }
      return { success: true as const, data }
    },
    {
      access: { permission: 'account' },
      query: PeriodQuery,
      beforeHandle: ({ query, caller }) => check(query, caller),
      response: { 200: reply(Overview) },
      detail: {
        operationId: 'getUsageOverview',
        'x-failures': { 404: { not_found: 'The user does not exist, or you may not see it' } },
        summary: 'Get a usage overview',
        description:
          'Totals of a period, the average response time, and the share of successful requests. Administrators may query another account, or all accounts.',
      },
    },
  )
}
