import type { Clock } from '../clock.ts'
import { andThen, type MaybePromise } from '../concurrency/maybe-promise.ts'
import type { OwnRate } from '../contracts/account.ts'
import type { Plans } from '../contracts/plan.ts'
import { callerByKey, checkRestrictions } from './by-key.ts'
import { type Admission, type Caller, checkPermission } from './caller.ts'
import { credentialOf, wrongCredential } from './credential.ts'
import { KEY_FORM } from './keys/api-key.ts'
import { sameText } from './keys/digest.ts'
import type { KeyStore } from './keys/keys.ts'
import { isLocalTokenForm } from './local-token.ts'
import type { Oidc } from './oidc.ts'
import { suspended, unauthorized } from './refusals.ts'
import type { SessionReader } from './sessions.ts'
import type { Users } from './users/users.ts'

/** Authenticates requests. */
export interface Auth {
  /**
   * Identifies the sender of a request and checks their permissions. `address` returns the client's address. Throws,
   * in this order: 401 `unauthorized`, `key_revoked`, `key_expired`; 403 `insufficient_permissions` for a suspended
   * user (details `reason: 'suspended'`), for a key restricted to something else, and for a missing permission.
   * `known` is called with the caller before the last two.
   */
  authenticate(
    request: Request,
    address: () => string,
    wanted: Admission,
    known?: (caller: Caller) => void,
  ): MaybePromise<Caller>
}

export interface AuthParts {
  users: Users
  plans: Plans
  keys: KeyStore
  sessions: SessionReader
  clock: Clock
  /** Present if an identity provider is configured. */
  oidc?: Oidc
  /** The credential of commands on this machine; see `local-token.ts`. */
  localToken?: string
}

export function createAuth({ users, plans, keys, sessions, clock, oidc, localToken }: AuthParts): Auth {
  const bySession = async (credential: string): Promise<Caller> => {
    const session = await sessions.find(credential)
    if (!session) throw unauthorized(wrongCredential(credential))
    if (session.status === 'suspended') throw suspended()
    const { account: id, email, plan, role } = session
    const account = { id, email, plan, role }
    return { account, permissions: ['*'], rateLimit: rate(session.rate_limit), session: { id: session.id } }
  }

  const byLocalToken = async (credential: string): Promise<Caller> => {
    const administrator = localToken !== undefined && sameText(credential, localToken) && (await users.administrator())
    if (!administrator) throw unauthorized('This token is not valid')
    const { id, email, plan, role, rateLimit } = administrator
    return { account: { id, email, plan, role }, permissions: ['*'], rateLimit, isCommand: true }
  }

  const byIssuer = async (credential: string, issuer: Oidc, accepted: Admission['oidc']): Promise<Caller> => {
    const resource = typeof accepted === 'object' ? accepted.resource() : undefined
    const user = await users.byEmail(await issuer.verify(credential, { resource }))
    if (!user) throw unauthorized('No user here has the e-mail address of this token')
    if (user.status === 'suspended') throw suspended()
    const { id, email, plan, role, rateLimit } = user
    return { account: { id, email, plan, role }, permissions: ['*'], rateLimit }
  }

  const identify = (request: Request, wanted: Admission): MaybePromise<Caller> => {
    const credential = credentialOf(request.headers)
    if (KEY_FORM.test(credential)) return callerByKey({ keys, clock }, credential)
    if (isLocalTokenForm(credential)) return byLocalToken(credential)
    return wanted.oidc && oidc?.isIssuers(credential) ? byIssuer(credential, oidc, wanted.oidc) : bySession(credential)
  }

  return {
    authenticate: (request, address, wanted, known) =>
      andThen(identify(request, wanted), (caller) => {
        // Sets it on the cached object: a copy would slow down every request.
        caller.account.weight = plans[caller.account.plan].weight
        known?.(caller)
        if (caller.key) checkRestrictions(caller.key.bounds, request, address)
        checkPermission(caller, wanted)
        return caller
      }),
  }
}

const rate = (json: string | null): OwnRate | null => (json === null ? null : JSON.parse(json))
