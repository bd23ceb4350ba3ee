import type { Kit, PluginApp, UsageTotals } from 'weirjs'
import { isoTime, reply, toCredits } from 'weirjs'
import { figures } from './figures.ts'
import { createQueryReader } from './read-query.ts'
import { PeriodQuery, Usage } from './schema.ts'

const sum = (endpoints: readonly UsageTotals[]): UsageTotals => {
  const total: UsageTotals = { requests: 0, failures: 0, milliseconds: 0, millicredits: 0, pages: 0 }
  for (const one of endpoints) for (const name of Object.keys(total) as (keyof UsageTotals)[]) total[name] += one[name]
  return total
}

/** Usage by endpoint and by day. Source: spec section 4.14, decisions 12.2. */
export function usageRoutes(app: PluginApp, kit: Kit) {
  const { usage } = kit.accounts
  const { periodOf, accountOf, check } = createQueryReader(kit)

  app.get(
    '/users/usage',
    async ({ query, caller }) => {
      const period = periodOf(query)
      const account = await accountOf(query, caller)
      const endpoints = await usage.byEndpoint(account, period)
      const days = await usage.series(account, period, 'day')
      const data = {
        period: period.name,
        from: isoTime(period.from),
        to: isoTime(period.to),
        ...figures(sum(endpoints)),
        byEndpoint: endpoints.map(({ endpoint, requests, millicredits }) => ({
          endpoint,
          requests,
          creditsUsed: toCredits(millicredits),
        })),
        daily: days.map((day) => ({ date: day.period, ...figures(day) })),
      }
      return { success: true as const, data }
    },
    {
      access: { permission: 'account' },
      query: PeriodQuery,
      beforeHandle: ({ query, caller }) => check(query, caller),
      response: { 200: reply(Usage) },
      detail: {
        operationId: 'getUsage',
        'x-failures': { 404: { not_found: 'The user does not exist, or you may not see it' } },
        summary: 'Get your usage',
        description:
          'Requests, pages and credits of a period, by endpoint and by day (UTC). Recorded per hour. Administrators may query another account, or all accounts.',
      },
    },
  )
}
