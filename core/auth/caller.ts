import type { Account, OwnRate } from '../contracts/account.ts'
import type { KeyBounds } from './keys/api-key.ts'
import { forbidden } from './refusals.ts'

/** Who sent a request, and what they may do. */
export interface Caller {
  account: Account
  /** Of the key; `['*']` of a session. */
  permissions: readonly string[]
  /** Requests that the user is allowed in place of the plan's general limits. */
  rateLimit: OwnRate | null
  /** Set when the request came with an API key. */
  key?: { id: string; prefix: string; rateLimit: OwnRate | null; bounds: KeyBounds }
  /** Set when it came with a session token. */
  session?: { id: string }
  /** Set when it came from a command on the server's own machine. */
  isCommand?: true
}

/** An administrator's key, unless it was made narrower, or their session. */
export const isAdministrator = ({ account, permissions }: Pick<Caller, 'account' | 'permissions'>) =>
  account.role === 'admin' && (permissions.includes('admin') || permissions.includes('*'))

/** What a route asks of its caller. */
export interface Admission {
  as: 'anyone' | 'key' | 'session' | 'admin' | 'optional'
  permission: string
  /** Whether a token of the operator's identity provider is taken too. */
  oidc?: true
}

/** Throws 403 `insufficient_permissions` where the caller may not do what the route asks for. */
export function checkPermission(caller: Caller, { as, permission }: Admission) {
  const administrator = isAdministrator(caller)
  if (as === 'admin' || permission === 'admin') {
    if (!administrator) throw forbidden("This needs an administrator's key", { permission: 'admin' })
  } else if (as === 'session') {
    // A key must not make keys: one that leaks would live on in others. Source: decisions 2.5.
    if (caller.key && !administrator)
      throw forbidden('This needs a session token: log in, an API key is not taken here')
  } else if (permission === 'any') {
    if (caller.permissions.length === 0) throw forbidden('This API key has no permission at all')
  } else if (permission !== 'none' && !caller.permissions.includes('*') && !caller.permissions.includes(permission)) {
    throw forbidden(`This API key lacks the permission ${permission}`, { permission })
  }
}
