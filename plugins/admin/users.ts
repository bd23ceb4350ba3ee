import { type Caller, generatePassword, type Kit, notFound, type PluginApp, reply, toMillicredits } from 'weirjs'
import { refuseBounded, refuseOwnLockout } from './refusals.ts'
import {
  ListedUser,
  MadeUser,
  NewUserBody,
  UserBody,
  UserDetails,
  UserList,
  UserListQuery,
  UserWithPassword,
} from './schema.ts'
import { createShownUsers } from './show-user.ts'

/** Users of the whole service. Source: spec section 4.14, decisions 2.3 and 2.9. */
export function userRoutes(app: PluginApp, kit: Kit) {
  const { users } = kit.accounts
  const shown = createShownUsers(kit)
  const find = async (id: string) => {
    const user = await users.get(id)
    if (!user) throw notFound('user', id)
    return user
  }
  /** A restricted key must not take over an unrestricted administrator. */
  const checkPassword = async (caller: Caller, id: string) => {
    if ((await find(id)).role === 'admin') refuseBounded(caller)
  }

  app.get(
    '/admin/users',
    async ({ query }) => {
      const page = await users.list({ ...query, limit: query.limit ?? 20 })
      return { success: true as const, data: { users: await shown.list(page.users), nextCursor: page.nextCursor } }
    },
    {
      access: 'admin',
      query: UserListQuery,
      response: { 200: reply(UserList) },
      detail: {
        operationId: 'listUsers',
        summary: 'List users',
        description: 'Newest first. A user must match all filters.',
      },
    },
  )

  app.get(
    '/admin/users/:userId',
    async ({ params }) => ({ success: true as const, data: await shown.details(await find(params.userId)) }),
    {
      access: 'admin',
      response: { 200: reply(UserDetails) },
      detail: {
        operationId: 'getUser',
        summary: 'Get a user',
        description: "Includes this month's usage, and the keys without their values.",
      },
    },
  )

  app.post(
    '/admin/users',
    async ({ body, caller, actor, set }) => {
      if (body.role === 'admin') refuseBounded(caller)
      const password = body.password ?? generatePassword()
      const user = await users.add({ ...body, password }, actor())
      set.status = 201
      const made = body.password === undefined ? { password } : {}
      return { success: true as const, data: { ...(await shown.one(user)), ...made } }
    },
    {
      access: 'admin',
      body: NewUserBody,
      response: { 201: reply(MadeUser) },
      detail: {
        operationId: 'addUser',
        'x-failures': { 409: { conflict: 'A user with this e-mail address already exists' } },
        'x-examples': { 'A user': { email: 'ada@example.com', plan: 'starter' } },
        summary: 'Create a user',
        description:
          'Without `password`, one is generated and returned only in this response. If the e-mail address is taken: 409.',
      },
    },
  )

  app.put(
    '/admin/users/:userId',
    async ({ params: { userId }, body, caller, actor }) => {
      if (body.role === 'admin') refuseBounded(caller)
      if (body.password !== undefined) await checkPassword(caller, userId)
      refuseOwnLockout(caller, userId, body)
      // Unknown fields, such as another id, are not stored.
      const { plan, status, role, fullName, password, monthlyCredits, rateLimit } = body
      const monthly = typeof monthlyCredits === 'number' ? toMillicredits(monthlyCredits) : monthlyCredits
      const own = rateLimit && { requestsPerHour: rateLimit.requestsPerHour, requestsPerDay: rateLimit.requestsPerDay }
      const changes = { plan, status, role, fullName, password, monthlyCredits: monthly, rateLimit: own }
      const user = await users.update(userId, changes, actor())
      return { success: true as const, data: await shown.one(user) }
    },
    {
      access: 'admin',
      body: UserBody,
      response: { 200: reply(ListedUser) },
      detail: {
        operationId: 'updateUser',
        'x-failures': { 409: { conflict: 'The user is the last active administrator' } },
        'x-examples': {
          'Another plan': { plan: 'pro' },
          'More credits': { monthlyCredits: 20000 },
          'Suspend a user': { status: 'suspended' },
        },
        summary: 'Update a user',
        description:
          "Applies at once; omitted fields do not change. The keys and sessions of a suspended user give 403, and the user's jobs end. A new password ends the user's sessions. Gives 409 if no active administrator would be left, or if administrators would suspend or demote themselves.",
      },
    },
  )

  app.post(
    '/admin/users/:userId/password',
    async ({ params: { userId }, caller, actor }) => {
      await checkPassword(caller, userId)
      const password = generatePassword()
      const user = await users.update(userId, { password }, actor())
      return { success: true as const, data: { ...(await shown.one(user)), password } }
    },
    {
      access: 'admin',
      response: { 200: reply(UserWithPassword) },
      detail: {
        operationId: 'resetUserPassword',
        summary: "Reset a user's password",
        description:
          "Generates a password and returns it only in this response; the user's sessions end. To choose the password, use `PUT`.",
      },
    },
  )
}
