import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import { type Store, statement } from '../store/index.ts'
import type { Oidc } from './oidc.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions, StartedSession } from './sessions.ts'
import { createThrottle, throttleNames } from './throttle.ts'
import { emailKey, toUser, type User, type UserRow, type Users } from './users.ts'

/**
 * Signs a user in. Throws 401 `unauthorized`, with the same words and after the same time whatever was wrong, and 429
 * `rate_limited` after ten failures of the e-mail address or the client's address within 15 minutes.
 */
export type Login = (email: string, password: string, address: string) => Promise<StartedSession & { user: User }>

const findUser = statement<[emailKey: string], UserRow>((db, [key]) =>
  db.selectFrom('users').selectAll().where('email_key', '=', key),
)

export function createLogin(parts: { store: Store; clock: Clock; passwords: Passwords; sessions: Sessions }): Login {
  const { store, clock, passwords, sessions } = parts
  const throttle = createThrottle(clock)

  return async (email, password, address) => {
    const names = throttleNames(emailKey(email), address)
    throttle.check(names)
    const row = await store.get(findUser, emailKey(email))
    // Asked again when its turn has come: attempts sent all at once wait for each other there.
    const right = await passwords.verify(password, row?.password_hash ?? null, () => throttle.check(names))
    if (!row || !right || row.status !== 'active') {
      throttle.failed(names)
      throw new ApiError(401, 'unauthorized', 'The e-mail address or the password is wrong')
    }
    const user = toUser(row)
    return { user, ...(await sessions.start(user)) }
  }
}

/**
 * Signs in whom the operator's identity provider vouches for. Throws 401 `unauthorized` for a token that is not valid here
 * or whose e-mail address no active user has, and 501 `not_configured` (details `setting`) without a provider.
 */
export type TokenLogin = (token: string) => Promise<StartedSession & { user: User }>

export function createTokenLogin(parts: { users: Users; sessions: Sessions; oidc?: Oidc }): TokenLogin {
  const { users, sessions, oidc } = parts
  return async (token) => {
    if (!oidc)
      throw new ApiError(501, 'not_configured', 'The operator has set up no identity provider: WEIR_OIDC_ISSUER', {
        setting: 'WEIR_OIDC_ISSUER',
      })
    const user = await users.byEmail(await oidc.verify(token))
    if (user?.status !== 'active')
      throw new ApiError(401, 'unauthorized', 'Nobody who may sign in here has the e-mail address of this token')
    return { user, ...(await sessions.start(user)) }
  }
}
