import type { Account, ApiKey, Caller, Kit, PluginApp } from 'weirjs'
import { ApiError, isAdministrator, isoTime, notFound, reply } from 'weirjs'
import { type Key, KeyBody, KeyList, KeyListQuery, KeyQuery, MadeKey, RevokedKey } from './schema.ts'

const shown = (key: ApiKey): Key => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  permissions: key.permissions,
  rateLimit: key.rateLimit,
  lastUsed: isoTime(key.lastUsed),
  createdAt: isoTime(key.createdAt),
  expiresAt: isoTime(key.expiresAt),
  revokedAt: isoTime(key.revokedAt),
  allowedIps: key.allowedIps,
  readOnly: key.readOnly,
  endpoints: key.endpoints,
})

/** Creates, lists and revokes keys. Source: spec section 4.2, decisions 2.5 and 2.6. */
export function keyRoutes(app: PluginApp, { accounts }: Kit) {
  /** The owner of the keys: the caller, or the user that an administrator names. */
  const ownerOf = async (caller: Caller, userId: string | undefined): Promise<Account> => {
    if (userId === undefined || userId === caller.account.id) return caller.account
    if (!isAdministrator(caller)) {
      const message = 'Only an administrator can manage the keys of other users; omit userId'
      throw new ApiError('insufficient_permissions', message, { parameter: 'userId' })
    }
    const user = await accounts.users.get(userId)
    if (!user) throw notFound('user', userId)
    return user
  }

  app.post(
    '/auth/api-keys',
    async ({ body, query, caller, actor, set }) => {
      const { name = 'API key', expiresAt, rateLimit, ...rest } = body
      const owner = await ownerOf(caller, query.userId)
      // Unknown fields are not stored.
      const rate = rateLimit && { requestsPerHour: rateLimit.requestsPerHour, requestsPerDay: rateLimit.requestsPerDay }
      const expires = expiresAt === undefined ? undefined : Date.parse(expiresAt)
      const { key, secret } = await accounts.keys.create(
        owner,
        { name, expiresAt: expires, rateLimit: rate, ...rest },
        caller.key?.bounds,
        actor(),
      )
      set.status = 201
      return { success: true as const, data: { ...shown(key), key: secret } }
    },
    {
      access: 'session',
      body: KeyBody,
      query: KeyQuery,
      response: { 201: reply(MadeKey) },
      detail: {
        operationId: 'createApiKey',
        'x-failures': { 404: { not_found: 'The user does not exist, or you may not see it' } },
        'x-examples': {
          'A key': { name: 'laptop' },
          'A key that expires': { name: 'course', expiresAt: '2099-12-31T00:00:00.000Z' },
        },
        summary: 'Create an API key',
        description:
          'A key created with a restricted key (permissions, networks, endpoints, expiry) gets the same restrictions or narrower ones. The full key is returned only in this response. An account can have 1000 keys that are neither revoked nor expired. A feature that the plan does not include gives 403 with `details.requiredPlan`.',
      },
    },
  )

  app.get(
    '/auth/api-keys',
    async ({ query, caller }) => {
      const owner = await ownerOf(caller, query.userId)
      const { keys, nextCursor } = await accounts.keys.list(owner.id, {
        limit: query.limit ?? 20,
        cursor: query.cursor,
      })
      return { success: true as const, data: { keys: keys.map(shown), nextCursor } }
    },
    {
      access: 'session',
      query: KeyListQuery,
      response: { 200: reply(KeyList) },
      detail: {
        operationId: 'listApiKeys',
        'x-failures': { 404: { not_found: 'The user does not exist, or you may not see it' } },
        summary: 'List API keys',
        description:
          'Newest first. Revoked keys stay in the list, with `revokedAt`. The full keys are not stored and cannot be returned.',
      },
    },
  )

  app.delete(
    '/auth/api-keys/:keyId',
    async ({ params, query, caller, actor }) => {
      const owner = await ownerOf(caller, query.userId)
      const { id } = await accounts.keys.revoke(owner.id, params.keyId, actor())
      return { success: true as const, data: { id, revoked: true as const } }
    },
    {
      access: 'session',
      query: KeyQuery,
      response: { 200: reply(RevokedKey) },
      detail: {
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key',
        description: 'From then on, the key gives 401 `key_revoked`.',
      },
    },
  )
}
