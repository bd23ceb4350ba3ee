import type { Tx } from '../../store/port.ts'

/** Who changes something, as the audit log keeps it. A route gets the one of its request by `actor()`. */
export interface Actor {
  /** `usr_…`; null for what is no user: a stranger, a part of the service. */
  id: string | null
  /** Of the user. */
  email: string | null
  /**
   * What they came with. `command`: `weir` on the server's own machine; `anonymous`: nothing that was accepted;
   * `system`: a part of the service, such as a payment provider's events.
   */
  via: 'session' | 'key' | 'command' | 'identity_provider' | 'anonymous' | 'system'
  /** The key's prefix, the session's id, or the name of the part of the service. */
  credential: string | null
  /** The client's. */
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

/** A field before and after. Of a secret only that it was changed: both are null. */
export interface AuditChange {
  before: unknown
  after: unknown
}

export interface NewAuditEntry {
  /** The kind of thing and what was done to it, such as `user.suspended`; a plugin's own begin with its name. */
  action: string
  target?: AuditTarget
  /** By field, those alone that differ; `changesBetween` makes it. Never a secret, a password or a token. */
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

/** Bounds in time are epoch milliseconds, `since` included, `until` not. */
export interface AuditFilter {
  limit: number
  /** The `nextCursor` of the page before. */
  cursor?: string
  /** A user's id. */
  actor?: string
  action?: string
  /** The id of what was changed. */
  target?: string
  since?: number
  until?: number
}

/** Who changed what, when, from where. */
export interface Audit {
  /**
   * Writes an entry in the transaction of the change itself, so that there is never one without the other. In a
   * route `by` is `actor()`; elsewhere `systemActor('stripe')`. Throws TypeError for an action that is not like
   * `user.suspended`. A field whose name is that of a secret is kept without its values.
   *
   * @example await kit.store.write(async (tx) => {
   *   await rename(tx, id, name)
   *   await kit.audit.record(tx, actor(), {
   *     action: 'site.renamed',
   *     target: { type: 'site', id },
   *     changes: changesBetween(before, after, ['name']),
   *   })
   * })
   */
  record(tx: Tx, by: Actor, entry: NewAuditEntry): Promise<void>
  /** Newest first. Throws 400 `invalid_request` for a cursor that is none. */
  list(filter: AuditFilter): Promise<{ entries: AuditEntry[]; nextCursor: string | null }>
}
