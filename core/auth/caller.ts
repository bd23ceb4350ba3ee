import type { Account, OwnRate } from '../contracts/account.ts'
import type { KeyBounds } from './keys/api-key.ts'
import { forbidden } from './refusals.ts'

/** The sender of a request, and what they may do. */
export interface Caller {
  account: Account
  /** Of the key; a session has `['*']`. */
  permissions: readonly string[]
  /** The user's own request rates, which replace the plan's general limits. */
  rateLimit: OwnRate | null
  /** Set if the request has an API key. */
  key?: { id: string; prefix: string; rateLimit: OwnRate | null; bounds: KeyBounds }
  /** Set if it has a session token. */
  session?: { id: string }
  /** Set if it comes from a command on the server's own machine. */
  isCommand?: true
}

/** Whether the caller is an administrator, with a session or with a key that has the permission. */
export const isAdministrator = ({ account, permissions }: Pick<Caller, 'account' | 'permissions'>) =>
  account.role === 'admin' && (permissions.includes('admin') || permissions.includes('*'))

/** What a route requires of its caller. */
export interface Admission {
  as: 'anyone' | 'key' | 'session' | 'admin' | 'optional'
  permission: string
  /**
   * Whether a token of the operator's identity provider is accepted too: one that was issued to this service itself,
   * or also one that was issued to any client for this resource (RFC 8707).
   */
  oidc?: true | { resource(): string }
}

/** Throws 403 `insufficient_permissions` unless the caller may do what the route requires. */
export function checkPermission(caller: Caller, { as, permission }: Admission) {
  const administrator = isAdministrator(caller)
  if (as === 'admin' || permission === 'admin') {
    if (!administrator) throw forbidden("This needs an administrator's key", { permission: 'admin' })
  } else if (as === 'session') {
    // A key must not create keys: a leaked one would live on in others. Source: decisions 2.5.
    if (caller.key && !administrator)
      throw forbidden('This needs a session token: log in; API keys are not accepted here')
  } else if (permission === 'any') {
    if (caller.permissions.length === 0) throw forbidden('This API key has no permissions')
  } else if (permission !== 'none' && !caller.permissions.includes('*') && !caller.permissions.includes(permission)) {
    throw forbidden(`This API key lacks the permission ${permission}`, { permission })
  }
}
