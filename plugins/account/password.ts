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
          'Ends all your sessions and starts the one in this response; API keys keep working. A wrong `currentPassword` is rejected and counts as a failed login. A user without a password gets the first one from an administrator.',
      },
    },
  )
}

/** Not 401, which would say that the caller's own credential is not valid. */
const wrong = () => new ApiError('invalid_request', 'currentPassword is wrong', { parameter: 'currentPassword' })
