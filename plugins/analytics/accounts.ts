import type { Kit, PluginApp } from 'weirjs'
import { reply } from 'weirjs'
import { figures, quality } from './figures.ts'
import { createQueryReader } from './read-query.ts'
import { MostUsing, MostUsingQuery } from './schema.ts'

/** The accounts with the highest usage, for administrators. */
export function accountRoutes(app: PluginApp, kit: Kit) {
  const { users, usage } = kit.accounts
  const { periodOf } = createQueryReader(kit)

  app.get(
    '/analytics/accounts',
    async ({ query }) => {
      const period = periodOf(query)
      const accounts = await Promise.all(
        (await usage.byAccount(period, query.limit ?? 10)).map(async ({ account, ...totals }) => {
          const user = await users.get(account)
          return {
            id: account,
            email: user?.email ?? null,
            plan: user?.plan ?? null,
            ...figures(totals),
            ...quality(totals),
          }
        }),
      )
      return { success: true as const, data: { period: period.name, accounts } }
    },
    {
      access: 'admin',
      query: MostUsingQuery,
      beforeHandle: ({ query }) => void periodOf(query),
      response: { 200: reply(MostUsing) },
      detail: {
        operationId: 'listMostUsingAccounts',
        summary: 'List the accounts with the highest usage',
        description: 'Ordered by credits, then by requests, in a period.',
      },
    },
  )
}
