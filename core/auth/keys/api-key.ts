import type { Account, OwnRate } from '../../contracts/account.ts'
import type { Actor } from '../../contracts/operations/audit.ts'

/** The number of leading characters that identify a key: its `prefix`. */
export const PREFIX_LENGTH = 8
/** `wr_`, 5 and 40 base62 characters: 8 identify the key, and 238 bits are random. Source: decisions 2.6. */
export const KEY_FORM = /^wr_[0-9A-Za-z]{5}_[0-9A-Za-z]{40}$/

/** Restrictions of a key; null and false mean unrestricted. */
export interface KeyRestrictions {
  /** Networks from which it may be used. */
  allowedIps: string[] | null
  /** Only GET requests. */
  readOnly: boolean
  /** Globs of paths. */
  endpoints: string[] | null
}

/** Every way of restricting a key. */
export interface KeyBounds extends KeyRestrictions {
  permissions: readonly string[]
  expiresAt: number | null
}

/** A key as it is listed; only its holder knows its value. */
export interface ApiKey extends KeyRestrictions {
  /** `key_…` */
  id: string
  name: string
  /** The first 8 characters of the value. */
  prefix: string
  permissions: string[]
  /** Applies in addition to the plan's limits. */
  rateLimit: OwnRate | null
  expiresAt: number | null
  revokedAt: number | null
  lastUsed: number | null
  createdAt: number
}

export interface NewKey extends Partial<KeyRestrictions> {
  name: string
  /** Default: the key may do what its user may (`['*']`). */
  permissions?: string[]
  rateLimit?: OwnRate
  /** In epoch milliseconds. */
  expiresAt?: number
}

export interface Keys {
  /** The names that `permissions` accepts. Source: decisions 2.7. */
  readonly permissions: readonly string[]
  /**
   * Creates a key and returns its full value, only this once. Throws 403 `insufficient_permissions` for what the
   * account's plan lacks (details `requiredPlan`), and for the permission `admin` if the user is not an
   * administrator; 400 `invalid_request` for invalid values, and for an account that has very many keys. `maker` is
   * the key used for the request: the new key must not exceed its bounds (otherwise 403). `by` is recorded in the
   * audit log, here and below; without it, the service itself is.
   */
  create(account: Account, key: NewKey, maker?: KeyBounds, by?: Actor): Promise<{ key: ApiKey; secret: string }>
  /** Newest first, including revoked keys. */
  list(
    accountId: string,
    page: { limit: number; cursor?: string },
  ): Promise<{ keys: ApiKey[]; nextCursor: string | null }>
  /** Revoking a revoked key changes nothing. Throws 404 `not_found`. */
  revoke(accountId: string, id: string, by?: Actor): Promise<ApiKey>
}
