import type { Clock } from '../clock.ts'
import type { OwnRate } from '../contracts/account.ts'
import { ApiError } from '../errors.ts'
import { type Caller, isAdministrator } from './caller.ts'
import { sameText } from './keys/digest.ts'
import { type FoundKey, isKeyForm, type KeyRing, restrictionsOf } from './keys/keys.ts'
import { checkRestrictions } from './keys/restrictions.ts'
import { isLocalTokenForm } from './local-token.ts'
import { MAX_TOKEN_LENGTH, type Oidc } from './oidc.ts'
import type { SessionReader } from './sessions.ts'
import type { Users } from './users.ts'

export { type Caller, isAdministrator } from './caller.ts'

/** What a route asks of its caller. */
export interface Admission {
  as: 'anyone' | 'key' | 'session' | 'admin' | 'optional'
  permission: string
  /** Whether a token of the operator's identity provider is taken too. */
  oidc?: true
}

export interface Auth {
  /**
   * Who sends this request, and may they? `address` gives the client's. Throws, in this order: 401 `unauthorized`,
   * `key_revoked`, `key_expired`; 403 `insufficient_permissions` for a suspended user (details `reason:
   * 'suspended'`), a key that is restricted to something else, and a missing permission.
   */
  authenticate(request: Request, address: () => string, wanted: Admission): Promise<Caller>
}

export interface AuthParts {
  users: Users
  keys: KeyRing
  sessions: SessionReader
  clock: Clock
  /** Where an identity provider is configured. */
  oidc?: Oidc
  /** What commands on this machine present; see `local-token.ts`. */
  localToken?: string
}

const forbidden = (message: string, details: Record<string, unknown> = {}) =>
  new ApiError(403, 'insufficient_permissions', message, details)
const unauthorized = (message: string) => new ApiError(401, 'unauthorized', message)

export function createAuth({ users, keys, sessions, clock, oidc, localToken }: AuthParts): Auth {
  const byKey = async (credential: string, request: Request, address: () => string): Promise<Caller> => {
    const key = await keys.find(credential)
    if (!key) throw unauthorized('This API key is not valid: nobody here has it; use another, or make one')
    checkState(key, clock.now())
    keys.used(key.id)
    const restrictions = restrictionsOf(key)
    checkRestrictions(restrictions, request, address)
    const permissions: string[] = JSON.parse(key.permissions)
    return {
      account: { id: key.account, email: key.email, plan: key.plan, role: key.role },
      permissions,
      rateLimit: rate(key.own_rate_limit),
      key: {
        id: key.id,
        rateLimit: rate(key.rate_limit),
        bounds: { permissions, ...restrictions, expiresAt: key.expires_at },
      },
    }
  }

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
    return { account: { id, email, plan, role }, permissions: ['*'], rateLimit }
  }

  const byIssuer = async (credential: string, issuer: Oidc): Promise<Caller> => {
    const user = await users.byEmail(await issuer.verify(credential))
    if (!user) throw unauthorized('Nobody here has the e-mail address of this token')
    if (user.status === 'suspended') throw suspended()
    const { id, email, plan, role, rateLimit } = user
    return { account: { id, email, plan, role }, permissions: ['*'], rateLimit }
  }

  const identify = (request: Request, address: () => string, wanted: Admission): Promise<Caller> => {
    const credential = credentialOf(request.headers)
    if (isKeyForm(credential)) return byKey(credential, request, address)
    if (isLocalTokenForm(credential)) return byLocalToken(credential)
    return wanted.oidc && oidc?.isIssuers(credential) ? byIssuer(credential, oidc) : bySession(credential)
  }

  return {
    async authenticate(request, address, wanted) {
      const caller = await identify(request, address, wanted)
      checkPermission(caller, wanted)
      return caller
    },
  }
}

const rate = (json: string | null): OwnRate | null => (json === null ? null : JSON.parse(json))

/** Whether the request presents anything. */
export const hasCredential = ({ headers }: Request) => headers.has('authorization') || headers.has('x-api-key')

/** What the request presents, in either of the two headers. Source: spec section 5. */
function credentialOf(headers: Headers): string {
  const bearer = /^bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
  const credential = bearer ?? headers.get('x-api-key')?.trim() ?? ''
  if (credential === '') throw unauthorized('Send an API key, as `Authorization: Bearer <key>` or `X-API-Key: <key>`')
  if (credential.length > MAX_TOKEN_LENGTH) throw unauthorized('This API key is not valid')
  return credential
}

/** Who sends a key that was cut or mistyped must not be told to log in. */
const wrongCredential = (credential: string) =>
  isTokenForm(credential)
    ? 'This session token is not valid, or no longer; log in again'
    : 'This is no API key: one begins with wr_ and has 49 characters; check that it was copied whole'
/** A JWT: three parts of base64url. */
const isTokenForm = (text: string) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)

const suspended = () =>
  forbidden('This account is suspended; ask the administrator of the service', { reason: 'suspended' })

function checkState(key: FoundKey, now: number) {
  if (key.revoked_at !== null) throw new ApiError(401, 'key_revoked', 'This API key has been revoked; use another')
  if (key.expires_at !== null && key.expires_at <= now) {
    throw new ApiError(
      401,
      'key_expired',
      `This API key expired at ${new Date(key.expires_at).toISOString()}; use another`,
    )
  }
  if (key.status === 'suspended') throw suspended()
}

function checkPermission(caller: Caller, { as, permission }: Admission) {
  const administrator = isAdministrator(caller)
  if (as === 'admin' || permission === 'admin') {
    if (!administrator) throw forbidden("This needs an administrator's key", { permission: 'admin' })
  } else if (as === 'session') {
    // A key must not make keys, lest one that leaks live on in others. Source: decisions 2.5.
    if (caller.key && !administrator)
      throw forbidden('This needs a session token: log in, an API key is not taken here')
  } else if (permission === 'any') {
    if (caller.permissions.length === 0) throw forbidden('This API key has no permission at all')
  } else if (permission !== 'none' && !caller.permissions.includes('*') && !caller.permissions.includes(permission)) {
    throw forbidden(`This API key lacks the permission ${permission}`, { permission })
  }
}
