import type { Account, OwnRate } from '../contracts/account.ts'
import type { KeyBounds } from './keys/api-key.ts'

/** Who sent a request, and what they may do. */
export interface Caller {
  account: Account
  /** Of the key; `['*']` of a session. */
  permissions: readonly string[]
  /** Requests that the user is allowed in place of the plan's general limits. */
  rateLimit: OwnRate | null
  /** Set when the request came with an API key. */
  key?: { id: string; rateLimit: OwnRate | null; bounds: KeyBounds }
  /** Set when it came with a session token. */
  session?: { id: string }
}

/** An administrator's key, unless it was made narrower, or their session. */
export const isAdministrator = ({ account, permissions }: Pick<Caller, 'account' | 'permissions'>) =>
  account.role === 'admin' && (permissions.includes('admin') || permissions.includes('*'))
