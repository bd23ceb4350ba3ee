import type { Account, Kit, PluginApp } from 'weirjs'
import { notFound, readPeriod, reply, toCredits } from 'weirjs'
import { PeriodQuery, Profile, ProfileBody, Usage } from './schema.ts'

/** The caller's own record and usage. Source: spec sections 2.2 and 4.14. */
export function profileRoutes(app: PluginApp, { accounts, credits, clock }: Kit) {
  const profile = async ({ id }: Account) => {
    const user = await accounts.users.get(id)
    if (!user) throw notFound('user', id)
    const { monthly, used, remaining } = await credits.balance(id)
    const month = await accounts.usage.totals(id, readPeriod('month', clock.now()))
    return {
      id,
      email: user.email,
      fullName: user.fullName,
      plan: user.plan,
      role: user.role,
      credits: { monthly: toCredits(monthly), used: toCredits(used), remaining: toCredits(remaining) },
      usage: { thisMonth: { requests: month.requests, pagesScraped: month.pages } },
      preferences: user.preferences,
      createdAt: new Date(user.createdAt).toISOString(),
    }
  }

  app.get('/users/profile', async ({ caller }) => ({ success: true as const, data: await profile(caller.account) }), {
    access: 'key',
    response: { 200: reply(Profile) },
    detail: {
      operationId: 'getProfile',
      summary: 'Read your profile',
      description: 'With the credits of this month, and the requests and pages of the calendar month.',
    },
  })

  app.put(
    '/users/profile',
    async ({ body, caller, actor }) => {
      const { fullName, preferences } = body
      // Names that nobody knows are answered with a warning, and not kept.
      const known = preferences && { notifications: preferences.notifications, theme: preferences.theme }
      await accounts.users.update(caller.account.id, { fullName, preferences: known }, actor())
      return { success: true as const, data: await profile(caller.account) }
    },
    {
      access: 'key',
      body: ProfileBody,
      response: { 200: reply(Profile) },
      detail: {
        operationId: 'updateProfile',
        'x-examples': { 'A name': { fullName: 'Ada Lovelace' } },
        summary: 'Change your profile',
        description: 'Fields that are left out stay as they are, those of `preferences` too.',
      },
    },
  )

  app.get(
    '/users/usage',
    async ({ query, caller: { account } }) => {
      const period = readPeriod(query.period ?? 'month', clock.now())
      const { usage } = accounts
      const totals = await usage.totals(account.id, period)
      const endpoints = await usage.byEndpoint(account.id, period)
      const days = await usage.series(account.id, period, 'day')
      const data = {
        period: period.name,
        from: new Date(period.from).toISOString(),
        to: new Date(period.to).toISOString(),
        requests: totals.requests,
        pagesScraped: totals.pages,
        creditsUsed: toCredits(totals.millicredits),
        byEndpoint: endpoints.map(({ endpoint, requests, millicredits }) => ({
          endpoint,
          requests,
          creditsUsed: toCredits(millicredits),
        })),
        daily: days.map(({ period: date, requests, pages, millicredits }) => ({
          date,
          requests,
          pagesScraped: pages,
          creditsUsed: toCredits(millicredits),
        })),
      }
      return { success: true as const, data }
    },
    {
      access: 'key',
      query: PeriodQuery,
      beforeHandle: ({ query }) => void readPeriod(query.period ?? 'month', clock.now()),
      response: { 200: reply(Usage) },
      detail: {
        operationId: 'getUsage',
        summary: 'Read your usage',
        description: 'Requests, pages and credits of a period, by endpoint and by day (UTC). Kept by the hour.',
      },
    },
  )
}
