import { ApiError, type Kit, type PluginApp, reply, t } from 'weirjs'
import { pathBefore } from '../path-before.ts'
import type { Codes } from './codes.ts'
import type { Provider } from './provider.ts'

export interface SignInState {
  codes: Codes
  /** Present if the operator has configured one. */
  provider: Provider | undefined
}

const Session = t.Object({ token: t.String(), expiresIn: t.Integer() })
const text = (maxLength: number) => t.String({ minLength: 1, maxLength })

const CALLBACK = '/dashboard/sign-in/callback'

/** The routes of the sign-in page. Passwords go to the API's own login. */
export function signInRoutes(app: PluginApp, kit: Kit, { codes, provider }: SignInState) {
  const { accounts } = kit
  const configured = () => {
    if (!provider)
      throw new ApiError(
        'not_configured',
        'The operator has not configured an identity provider: WEIR_OIDC_CLIENT_ID',
        {
          setting: 'WEIR_OIDC_CLIENT_ID',
        },
      )
    return provider
  }

  app.get(
    '/sign-in/ways',
    () => ({ success: true as const, data: { password: true as const, provider: provider?.name ?? null } }),
    {
      access: 'anyone',
      response: {
        200: reply(t.Object({ password: t.Literal(true), provider: t.Union([t.String(), t.Null()]) })),
      },
      detail: { hide: true },
    },
  )

  app.post(
    '/sign-in/code',
    async ({ body, origin }) => {
      const account = codes.take(body.code)
      const user = account === undefined ? undefined : await accounts.users.get(account)
      if (user?.status !== 'active')
        throw new ApiError(
          'unauthorized',
          'This link was used already, or is older than an hour; sign in with the password that the server printed with it',
        )
      return { success: true as const, data: await accounts.sessions.start(user, origin()) }
    },
    {
      access: 'anyone',
      body: t.Object({ code: text(100) }),
      response: { 200: reply(Session) },
      detail: { hide: true },
    },
  )

  app.post(
    '/sign-in/provider',
    async ({ body: { origin } }) => {
      // The provider itself refuses URLs that are not registered.
      if (URL.parse(origin)?.origin !== origin)
        throw new ApiError('invalid_request', 'origin must be that of the page, such as https://weir.example.com', {
          parameter: 'origin',
        })
      return {
        success: true as const,
        data: await configured().begin(`${origin}${pathBefore(kit.origin())}${CALLBACK}`),
      }
    },
    {
      access: 'anyone',
      body: t.Object({ origin: text(300) }),
      response: { 200: reply(t.Object({ url: t.String(), ticket: t.String() })) },
      detail: { hide: true },
    },
  )

  app.post(
    '/sign-in/callback',
    async ({ body: { answer, ticket }, origin }) => {
      const { token, info } = await configured().finish(new URLSearchParams(answer), ticket)
      const { token: session, expiresIn } = await accounts.loginByToken(token, origin(), info)
      return { success: true as const, data: { token: session, expiresIn } }
    },
    {
      access: 'anyone',
      body: t.Object({ answer: text(16_384), ticket: text(4096) }),
      response: { 200: reply(Session) },
      detail: { hide: true },
    },
  )

  return app
}
