import type { Clock } from '../clock.ts'
import type { Actor, Audit, AuditEntry } from '../contracts/operations/audit.ts'
import { newId } from '../id.ts'
import type { Store } from '../store/index.ts'
import { cursorId } from '../store/paging.ts'
import { storedChanges } from './changes.ts'
import { type AuditRow, type AuditTable, dropOldest } from './tables.ts'

/** Such as `user.suspended` or `billing.plan_changed`. */
const ACTION = /^[a-z][a-z0-9_-]*(\.[a-z0-9_]+)+$/
const DAY = 86_400_000
/** Entries deleted per transaction, so that others need not wait long. */
const AT_ONCE = 1000
/** The most characters of a target's name. */
const MAX_NAME = 300

export interface AuditLog extends Audit {
  /** Deletes some of the entries that are older than a number of days. Returns whether there may be more. */
  sweep(days: number): Promise<boolean>
}

/** The log of who changed what. The store must have the core's migrations. */
export function createAudit({ store, clock }: { store: Store; clock: Clock }): AuditLog {
  return {
    async record(tx, by, { action, target, changes = {} }) {
      if (!ACTION.test(action))
        throw new TypeError(
          `${JSON.stringify(action)} is not an action of the audit log: write one like user.suspended`,
        )
      const at = clock.now()
      const row: AuditRow = {
        id: newId('aud', at),
        at,
        actor: by.id,
        email: by.email,
        via: by.via,
        credential: by.credential,
        address: by.address,
        request_id: by.requestId,
        action,
        target_type: target?.type ?? null,
        target: target?.id ?? null,
        target_name: target?.name?.slice(0, MAX_NAME).toWellFormed() ?? null,
        changes: JSON.stringify(storedChanges(changes)),
      }
      await tx.db<AuditTable>().insertInto('audit_log').values(row).execute()
    },

    async list({ limit, cursor, actor, action, target, since, until }) {
      let query = store.db<AuditTable>().selectFrom('audit_log').selectAll()
      if (actor !== undefined) query = query.where('actor', '=', actor)
      if (action !== undefined) query = query.where('action', '=', action)
      if (target !== undefined) query = query.where('target', '=', target)
      if (since !== undefined) query = query.where('at', '>=', since)
      if (until !== undefined) query = query.where('at', '<', until)
      if (cursor !== undefined) {
        const { at, id } = readCursor(cursor)
        query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '<', tuple(at, id)))
      }
      const rows = await query
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return { entries: rows.slice(0, limit).map(toEntry), nextCursor: last ? `${last.at}-${last.id}` : null }
    },

    sweep: (days) =>
      store.write(async (tx) => (await tx.run(dropOldest, clock.now() - days * DAY, AT_ONCE)) === AT_ONCE, {
        durable: false,
        reserved: true,
      }),
  }
}

/** The time and id of the last entry of a page: the entry itself may have been deleted. */
function readCursor(cursor: string): { at: number; id: string } {
  const [, time = '', id = ''] = /^(\d{1,15})-(.+)$/.exec(cursor) ?? []
  return { at: Number(time), id: cursorId('aud', id) }
}

const toEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  at: row.at,
  actor: {
    id: row.actor,
    email: row.email,
    via: row.via as Actor['via'],
    credential: row.credential,
    address: row.address,
    requestId: row.request_id,
  },
  action: row.action,
  target: row.target_type === null ? null : { type: row.target_type, id: row.target, name: row.target_name },
  changes: JSON.parse(row.changes),
})
