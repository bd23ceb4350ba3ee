import type { Kit, PluginApp } from 'weirjs'
import { ApiError, isApiError, reply } from 'weirjs'
import { PasswordBody, Session } from './schema.ts'
import { shownSession } from './sessions.ts'

/** Lets users change their own password. Administrators reset passwords through the plugin admin. */
export function passwordRoutes(app: PluginApp, { accounts }: Kit) {
  app.put(
    '/account/password',
    async ({ body, caller, actor, origin }) => {
      const changed = await accounts
        .changePassword(caller.account.email, body, actor(), origin())
        .catch((error: unknown) => {
          throw isApiError(error) && error.code === 'unauthorized' ? wrong() : error
        })
      return shownSession(changed)
    },
    {
      access: 'session',
      body: PasswordBody,
      response: { 200: reply(Session) },
      detail: {
        operationId: 'changePassword',
        'x-examples': {
          'A new password': { currentPassword: 'correct horse battery staple', newPassword: 'a-better-one-2026' },
        },
        summary: 'Change your password',
        description:
          'Ends all your sessions and starts a new one, whose token is in this answer; API keys stay valid. A wrong `currentPassword` is refused, and counts as a failed login. If you have no password yet, an administrator can set one.',
      },
    },
  )
}

/** Not 401, which would mean that the caller's credential is not valid. */
const wrong = () =>
  new ApiError('invalid_request', 'currentPassword is not your password', { parameter: 'currentPassword' })
