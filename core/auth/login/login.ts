import type { Clock } from '../../clock.ts'
import type { Actor, Audit } from '../../contracts/operations/audit.ts'
import { ApiError } from '../../errors.ts'
import { type Store, statement } from '../../store/index.ts'
import { actorOf, type Origin } from '../actor.ts'
import type { Oidc, UserInfo } from '../oidc.ts'
import type { Passwords } from '../passwords.ts'
import type { SessionReader, Sessions, StartedSession } from '../sessions.ts'
import { isPassword } from '../users/is-password.ts'
import type { UserStore, Users } from '../users/users.ts'
import { emailKey, toUser, type User, type UserRow } from '../users/users-table.ts'
import { createThrottle, type Failure, type Throttle } from './throttle.ts'

/**
 * Logs a user in. Throws 401 `unauthorized`, with the same message and timing whatever was wrong, and 429
 * `rate_limited` after ten failures within 15 minutes by the client, or for the e-mail address if this attempt fails
 * too.
 */
export type Login = (email: string, password: string, from: Origin) => Promise<StartedSession & { user: User }>

/**
 * Changes the password of a user who knows the current one, ends their sessions and starts a new one. Throws like a
 * login. Of simultaneous changes from the same password, one succeeds and the others had a wrong password.
 */
export type PasswordChange = (
  email: string,
  change: { currentPassword: string; newPassword: string },
  by: Actor,
  from: Origin,
) => Promise<StartedSession & { user: User }>

const findUser = statement<[emailKey: string], UserRow>((db, [key]) =>
  db.selectFrom('users').selectAll().where('email_key', '=', key),
)

export interface LoginParts {
  store: Store
  clock: Clock
  passwords: Passwords
  users: UserStore
  sessions: SessionReader
  audit: Audit
  throttle?: Throttle
}

export function createLogin({
  store,
  clock,
  passwords,
  users,
  sessions,
  audit,
  throttle = createThrottle({ clock }),
}: LoginParts): { login: Login; changePassword: PasswordChange } {
  /** The target is named by the user's own record: the typed name may be a password in the wrong field. */
  const recordLocks = (locks: Failure['locks'], row: UserRow | undefined, from: Origin) =>
    store.write(
      async (tx) => {
        for (const lock of locks) {
          const user = { type: 'user', id: row?.id ?? null, name: row?.email }
          const target = lock === 'email' ? user : { type: 'client', id: null, name: from.address }
          await audit.record(tx, actorOf(undefined, from), { action: 'login.throttled', target })
        }
      },
      { durable: false },
    )

  const check = async (email: string, password: string, from: Origin) => {
    const attempt = { emailKey: emailKey(email), address: from.address }
    await throttle.check(attempt)
    await throttle.wait(attempt)
    const row = await store.get(findUser, attempt.emailKey)
    // Checked again when its turn comes: attempts sent all at once wait for each other there.
    const right = await passwords.verify(password, row?.password_hash ?? null, () => throttle.check(attempt))
    if (!row || !right || row.status !== 'active') {
      const { refusal, locks } = await throttle.failed(attempt)
      if (locks.length > 0) await recordLocks(locks, row, from)
      if (refusal) throw refusal
      throw wrong()
    }
    await throttle.succeeded(attempt)
    return row
  }

  return {
    async login(email, password, from) {
      const row = await check(email, password, from)
      const user = toUser(row)
      // Otherwise a login that waited for its turn would outlive the change of password that ended the others.
      const started = await sessions.start(user, from, async (tx) => {
        if (!(await isPassword(tx, row))) throw wrong()
      })
      return { user, ...started }
    },

    async changePassword(email, { currentPassword, newPassword }, by, from) {
      const user = await users.replacePassword(await check(email, currentPassword, from), newPassword, by)
      if (!user) throw wrong()
      return { user, ...(await sessions.start(user, from)) }
    },
  }
}

const wrong = () => new ApiError('unauthorized', 'The e-mail address or the password is wrong')

/**
 * Logs in the user whom the operator's identity provider vouches for. Throws 401 `unauthorized` for a token that is
 * not valid here or whose e-mail address belongs to no active user, and 501 `not_configured` (details `setting`)
 * without a provider. `info` is what the provider says about the same person besides the token.
 */
export type TokenLogin = (token: string, from: Origin, info?: UserInfo) => Promise<StartedSession & { user: User }>

export function createTokenLogin(parts: { users: Users; sessions: Sessions; oidc?: Oidc }): TokenLogin {
  const { users, sessions, oidc } = parts
  return async (token, from, info) => {
    if (!oidc)
      throw new ApiError('not_configured', 'The operator has not configured an identity provider: WEIR_OIDC_ISSUER', {
        setting: 'WEIR_OIDC_ISSUER',
      })
    const user = await users.byEmail(await oidc.verify(token, { info }))
    if (user?.status !== 'active')
      throw new ApiError('unauthorized', 'No user who may sign in here has the e-mail address of this token')
    return { user, ...(await sessions.start(user, from)) }
  }
}
