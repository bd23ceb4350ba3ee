import type { Account, Kit, PluginApp } from 'weirjs'
import { isoTime, notFound, readPeriod, reply, toCredits } from 'weirjs'
import { Profile, ProfileBody } from './schema.ts'

/** The caller's own record. Source: spec sections 2.2 and 4.14. */
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
      createdAt: isoTime(user.createdAt),
    }
  }

  app.get('/users/profile', async ({ caller }) => ({ success: true as const, data: await profile(caller.account) }), {
    access: 'key',
    response: { 200: reply(Profile) },
    detail: {
      operationId: 'getProfile',
      summary: 'Get your profile',
      description: "Includes this month's credits, and the requests and pages of the calendar month.",
    },
  })

  app.put(
    '/users/profile',
    async ({ body, caller, actor }) => {
      const { fullName, preferences } = body
      // Unknown names cause a warning, and are not stored.
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
        summary: 'Update your profile',
        description: 'Omitted fields do not change, including those of `preferences`.',
      },
    },
  )
}
