import type { Caller, Kit, PluginApp, User } from 'weirjs'
import { ApiError, generatePassword, isBounded, reply, toCredits, toMillicredits } from 'weirjs'
import { ListedUser, MadeUser, NewUserBody, Stats, UserBody, UserList, UserListQuery } from './schema.ts'
import { jobStats } from './service.ts'

/** Their group in Swagger. */
const tags = ['Administration']

/** A key with bounds must not make, or take over, an administrator who has none. */
function refuseBounded({ key }: Caller) {
  if (!key || !isBounded(key.bounds)) return
  const message =
    'This key is bounded, and may not make administrators or give them passwords; use a session, or a key without bounds'
  throw new ApiError('insufficient_permissions', message, { reason: 'bounded_key' })
}

/** Users and figures of the whole service, for administrators. Source: spec section 4.14, decisions 2.3 and 2.9. */
export function adminRoutes(app: PluginApp, { accounts, credits, find }: Kit) {
  const shown = async (user: User): Promise<ListedUser> => {
    const { monthly, used, remaining } = await credits.balance(user.id)
    return {
      id: user.id,
      email: user.email,
      fullName: user.fullName,
      plan: user.plan,
      role: user.role,
      status: user.status,
      credits: { monthly: toCredits(monthly), used: toCredits(used), remaining: toCredits(remaining) },
      monthlyCredits: user.monthlyCredits === null ? null : toCredits(user.monthlyCredits),
      rateLimit: user.rateLimit,
      createdAt: new Date(user.createdAt).toISOString(),
    }
  }

  const isAdmin = async (id: string) => (await accounts.users.get(id))?.role === 'admin'

  app.get(
    '/admin/stats',
    async () => {
      const { total, active } = await accounts.users.count()
      const jobs = find(jobStats)
      const data = {
        totalUsers: total,
        activeUsers: active,
        totalJobs: (await jobs?.total()) ?? 0,
        totalCreditsUsed: toCredits(await credits.total()),
        systemHealth: (await jobs?.health()) ?? ('healthy' as const),
      }
      return { success: true as const, data }
    },
    {
      access: 'admin',
      response: { 200: reply(Stats) },
      detail: {
        operationId: 'getAdminStats',
        tags,
        summary: 'Figures of the service',
        description: "Totals over all accounts. Needs an administrator's key.",
      },
    },
  )

  app.get(
    '/admin/users',
    async ({ query }) => {
      const { users, nextCursor } = await accounts.users.list({ ...query, limit: query.limit ?? 20 })
      return { success: true as const, data: { users: await Promise.all(users.map(shown)), nextCursor } }
    },
    {
      access: 'admin',
      query: UserListQuery,
      response: { 200: reply(UserList) },
      detail: {
        operationId: 'listUsers',
        tags,
        summary: 'List users',
        description: "Newest first. Needs an administrator's key.",
      },
    },
  )

  app.post(
    '/admin/users',
    async ({ body, caller, actor, set }) => {
      if (body.role === 'admin') refuseBounded(caller)
      const password = body.password ?? generatePassword()
      const user = await accounts.users.add({ ...body, password }, actor())
      set.status = 201
      return {
        success: true as const,
        data: { ...(await shown(user)), ...(body.password === undefined ? { password } : {}) },
      }
    },
    {
      access: 'admin',
      body: NewUserBody,
      response: { 201: reply(MadeUser) },
      detail: {
        operationId: 'addUser',
        'x-examples': { 'A user': { email: 'ada@example.com', plan: 'starter' } },
        tags,
        summary: 'Add a user',
        description:
          "Without `password` one is made, and is in this answer alone. An address that exists gives 409. Needs an administrator's key.",
      },
    },
  )

  app.put(
    '/admin/users/:userId',
    async ({ params, body, caller, actor }) => {
      if (body.role === 'admin' || (body.password !== undefined && (await isAdmin(params.userId))))
        refuseBounded(caller)
      const { monthlyCredits, ...changes } = body
      const monthly = typeof monthlyCredits === 'number' ? toMillicredits(monthlyCredits) : monthlyCredits
      const user = await accounts.users.update(params.userId, { ...changes, monthlyCredits: monthly }, actor())
      return { success: true as const, data: await shown(user) }
    },
    {
      access: 'admin',
      body: UserBody,
      response: { 200: reply(ListedUser) },
      detail: {
        operationId: 'updateUser',
        'x-examples': { 'Another plan': { plan: 'pro' }, 'More credits': { monthlyCredits: 20000 } },
        tags,
        summary: 'Change a user',
        description:
          "Acts at once; fields that are left out stay as they are. A suspended user's keys and sessions give 403. A new password ends the user's sessions. Needs an administrator's key.",
      },
    },
  )
}
