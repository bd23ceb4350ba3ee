import type { Kit, PluginApp } from 'weirjs'
import { reply } from 'weirjs'
import { Ended, LoginBody, OidcBody, Session, Validation } from './schema.ts'

const HOUR = 3_600_000

type SignedIn = Awaited<ReturnType<Kit['accounts']['login']>>

/** A session in the response. */
export const shownSession = ({ user: { id, email, plan }, token, expiresIn }: SignedIn) => ({
  success: true as const,
  data: { user: { id, email, plan }, token, expiresIn },
})

/** Login, logout, and validation of keys. Source: spec section 4.2. */
export function sessionRoutes(app: PluginApp, { accounts, limits }: Kit) {
  app.post(
    '/auth/login',
    async ({ body, origin }) => shownSession(await accounts.login(body.email, body.password, origin())),
    {
      access: 'anyone',
      body: LoginBody,
      response: { 200: reply(Session) },
      detail: {
        operationId: 'login',
        'x-failures': {
          401: { unauthorized: 'The e-mail address or the password is wrong' },
          429: { rate_limited: 'Too many failed logins; `Retry-After` says when to try again' },
        },
        'x-examples': { 'A password': { email: 'ada@example.com', password: 'correct horse battery staple' } },
        summary: 'Log in',
        description:
          'Returns a session token that is valid for one day and accepted wherever a key is. After ten failures from one client within 15 minutes, logins give 429 `rate_limited`. After ten failures for one e-mail address, from any client, further attempts are processed one at a time and wrong ones give 429; the right password is still accepted.',
      },
    },
  )

  app.post('/auth/oidc', async ({ body, origin }) => shownSession(await accounts.loginByToken(body.token, origin())), {
    access: 'anyone',
    body: OidcBody,
    response: { 200: reply(Session) },
    detail: {
      operationId: 'loginWithOidc',
      'x-failures': {
        401: { unauthorized: 'The token is not valid, or belongs to no user of this server' },
        501: { not_configured: 'The operator has not configured an issuer' },
      },
      'x-examples': { 'An ID token': { token: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl' } },
      summary: 'Log in with the identity provider',
      description:
        "Takes an ID token of the operator's OpenID Connect issuer (RS256, PS256, ES256 or EdDSA) and logs in the user with its verified e-mail address. Without an issuer: 501 `not_configured`.",
    },
  })

  app.post(
    '/auth/logout',
    async ({ caller }) => {
      if (caller.session) await accounts.sessions.end(caller.session.id)
      return { success: true as const, data: { ended: true as const } }
    },
    {
      access: 'session',
      response: { 200: reply(Ended) },
      detail: {
        operationId: 'logout',
        summary: 'Log out',
        description: 'Ends the session; its token is rejected from then on.',
      },
    },
  )

  app.get(
    '/auth/validate',
    async ({ caller }) => {
      const hours = (await limits.windows(caller, 'general')).filter(({ length }) => length === HOUR)
      const least = hours.sort((a, b) => a.remaining - b.remaining)[0]
      const rateLimit = { requestsPerHour: least?.limit ?? null, remaining: least?.remaining ?? null }
      const { key, account, permissions } = caller
      const who = { keyId: key?.id ?? null, plan: account.plan, permissions: [...permissions] }
      const data = { valid: true as const, ...who, rateLimit }
      return { success: true as const, data }
    },
    {
      access: { permission: 'none' },
      response: { 200: reply(Validation) },
      detail: {
        operationId: 'validateKey',
        summary: 'Validate a key',
        description: 'Describes the key that the request presents. An invalid key gives 401.',
      },
    },
  )
}
