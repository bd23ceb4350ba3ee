import type { Account, OwnRate } from '../../contracts/account.ts'
import type { Actor } from '../../contracts/operations/audit.ts'

/** Characters at the beginning of a key that tell it apart: its `prefix`. */
export const PREFIX_LENGTH = 8
/** `wr_`, 5 and 40 base62 characters: 8 to tell keys apart by, and 238 random bits. Source: decisions 2.6. */
export const KEY_FORM = /^wr_[0-9A-Za-z]{5}_[0-9A-Za-z]{40}$/

/** What narrows a key; null and false narrow nothing. */
export interface KeyRestrictions {
  /** Networks from which it may be used. */
  allowedIps: string[] | null
  /** Only GET requests. */
  readOnly: boolean
  /** Globs of paths. */
  endpoints: string[] | null
}

/** All that a key may be narrowed by. */
export interface KeyBounds extends KeyRestrictions {
  permissions: readonly string[]
  expiresAt: number | null
}

/** A key as it is listed: its value is known to nobody but its holder. */
export interface ApiKey extends KeyRestrictions {
  /** `key_…` */
  id: string
  name: string
  /** The first 8 characters of the value. */
  prefix: string
  permissions: string[]
  /** Holds beside the plan's limits. */
  rateLimit: OwnRate | null
  expiresAt: number | null
  revokedAt: number | null
  lastUsed: number | null
  createdAt: number
}

export interface NewKey extends Partial<KeyRestrictions> {
  name: string
  /** Without them the key may do what its user may: `['*']`. */
  permissions?: string[]
  rateLimit?: OwnRate
  /** Epoch milliseconds. */
  expiresAt?: number
}

export interface Keys {
  /** The names that `permissions` takes. Source: decisions 2.7. */
  readonly permissions: readonly string[]
  /**
   * Makes a key and gives its full value, this once. Throws 403 `insufficient_permissions` for what the account's
   * plan does not have (details `requiredPlan`) and for `admin` of a user who is none; 400 `invalid_request` for
   * values that mean nothing. `maker` bounds the key that it is made with: the new one gets no wider ones (403
   * otherwise). `by` stands in the audit log, here and below; without it the service itself.
   */
  create(account: Account, key: NewKey, maker?: KeyBounds, by?: Actor): Promise<{ key: ApiKey; secret: string }>
  /** Newest first, revoked ones too. */
  list(
    accountId: string,
    page: { limit: number; cursor?: string },
  ): Promise<{ keys: ApiKey[]; nextCursor: string | null }>
  /** Again on a key that is revoked changes nothing. Throws 404 `not_found`. */
  revoke(accountId: string, id: string, by?: Actor): Promise<ApiKey>
}
