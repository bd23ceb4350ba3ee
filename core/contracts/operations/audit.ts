import type { Tx } from '../../store/port.ts'

/** Who changes something, as the audit log records it. A route gets the actor of its request by `actor()`. */
export interface Actor {
  /** `usr_…`; null if it is no user, but a stranger or a part of the service. */
  id: string | null
  /** The user's email address. */
  email: string | null
  /**
   * How they authenticated. `command`: by `weir` on the server's own machine; `anonymous`: by nothing that was
   * accepted; `system`: a part of the service, such as a payment provider's events.
   */
  via: 'session' | 'key' | 'command' | 'identity_provider' | 'anonymous' | 'system'
  /** The key's prefix, the session's id, or the name of the part of the service. */
  credential: string | null
  /** The client's IP address. */
  address: string | null
  /** As in `X-Request-Id` and in the log. */
  requestId: string | null
}

/** What was changed: its kind, such as `user` or `key`, its id, and what people call it, such as an address. */
export interface AuditTarget {
  type: string
  id: string | null
  name?: string
}

/** A field before and after the change. Both are null for a secret, which shows only that it was changed. */
export interface AuditChange {
  before: unknown
  after: unknown
}

export interface NewAuditEntry {
  /** The kind of target and what was done to it, such as `user.suspended`. A plugin's own begin with its name. */
  action: string
  target?: AuditTarget
  /** The fields that differ, as `changesBetween` returns them. Never a secret, a password or a token. */
  changes?: Readonly<Record<string, AuditChange>>
}

export interface AuditEntry {
  /** `aud_…` */
  id: string
  /** Epoch milliseconds. */
  at: number
  actor: Actor
  action: string
  target: { type: string; id: string | null; name: string | null } | null
  changes: Readonly<Record<string, AuditChange>>
}

/** `since` (inclusive) and `until` (exclusive) are epoch milliseconds. */
export interface AuditFilter {
  limit: number
  /** The `nextCursor` of the previous page. */
  cursor?: string
  /** A user's id. */
  actor?: string
  action?: string
  /** The id of the target. */
  target?: string
  since?: number
  until?: number
}

/** The audit log: who changed what, when, and from where. */
export interface Audit {
  /**
   * Writes an entry in the transaction of the change itself, so that there is never one without the other. In a
   * route, `by` is `actor()`; elsewhere, for example, `systemActor('stripe')`. Throws TypeError for an action of
   * another form than `user.suspended`. Fields whose names suggest a secret are recorded without their values.
   *
   * @example await kit.store.write(async (tx) => { await rename(tx, id, name) await kit.audit.record(tx, actor(), {
   * action: 'site.renamed', target: { type: 'site', id }, changes: changesBetween(before, after, ['name']), }) })
   */
  record(tx: Tx, by: Actor, entry: NewAuditEntry): Promise<void>
  /** Newest first. Throws 400 `invalid_request` for an invalid cursor. */
  list(filter: AuditFilter): Promise<{ entries: AuditEntry[]; nextCursor: string | null }>
}
