import type { Clock } from '../../clock.ts'
import type { Audit } from '../../contracts/operations/audit.ts'
import { ApiError } from '../../errors.ts'
import { type Store, statement } from '../../store/index.ts'
import { actorOf, type Origin } from '../actor.ts'
import type { Oidc } from '../oidc.ts'
import type { Passwords } from '../passwords.ts'
import type { Sessions, StartedSession } from '../sessions.ts'
import type { Users } from '../users/users.ts'
import { emailKey, toUser, type User, type UserRow } from '../users/users-table.ts'
import { createThrottle, type Failure, type Throttle } from './throttle.ts'

/**
 * Signs a user in. Throws 401 `unauthorized`, with the same words and after the same time whatever was wrong, and 429
 * `rate_limited` after ten failures of the client within 15 minutes, or of the e-mail address and another wrong one.
 */
export type Login = (email: string, password: string, from: Origin) => Promise<StartedSession & { user: User }>

const findUser = statement<[emailKey: string], UserRow>((db, [key]) =>
  db.selectFrom('users').selectAll().where('email_key', '=', key),
)

export interface LoginParts {
  store: Store
  clock: Clock
  passwords: Passwords
  sessions: Sessions
  audit: Audit
  throttle?: Throttle
}

export function createLogin({
  store,
  clock,
  passwords,
  sessions,
  audit,
  throttle = createThrottle({ clock }),
}: LoginParts): Login {
  /** Who was attacked is told by the user's own record: what was typed may be a password in the wrong field. */
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

  return async (email, password, from) => {
    const attempt = { emailKey: emailKey(email), address: from.address }
    await throttle.check(attempt)
    await throttle.wait(attempt)
    const row = await store.get(findUser, attempt.emailKey)
    // Asked again when its turn has come: attempts sent all at once wait for each other there.
    const right = await passwords.verify(password, row?.password_hash ?? null, () => throttle.check(attempt))
    if (!row || !right || row.status !== 'active') {
      const { refusal, locks } = await throttle.failed(attempt)
      if (locks.length > 0) await recordLocks(locks, row, from)
      if (refusal) throw refusal
      throw new ApiError('unauthorized', 'The e-mail address or the password is wrong')
    }
    await throttle.succeeded(attempt)
    const user = toUser(row)
    return { user, ...(await sessions.start(user, from)) }
  }
}

/**
 * Signs in whom the operator's identity provider vouches for. Throws 401 `unauthorized` for a token that is not valid
 * here or whose e-mail address no active user has, and 501 `not_configured` (details `setting`) without a provider.
 */
export type TokenLogin = (token: string, from: Origin) => Promise<StartedSession & { user: User }>

export function createTokenLogin(parts: { users: Users; sessions: Sessions; oidc?: Oidc }): TokenLogin {
  const { users, sessions, oidc } = parts
  return async (token, from) => {
    if (!oidc)
      throw new ApiError('not_configured', 'The operator has set up no identity provider: WEIR_OIDC_ISSUER', {
        setting: 'WEIR_OIDC_ISSUER',
      })
    const user = await users.byEmail(await oidc.verify(token))
    if (user?.status !== 'active')
      throw new ApiError('unauthorized', 'Nobody who may sign in here has the e-mail address of this token')
    return { user, ...(await sessions.start(user, from)) }
  }
}
