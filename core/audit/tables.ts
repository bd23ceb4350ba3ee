import { type Migration, statement } from '../store/index.ts'

export interface AuditTable {
  audit_log: {
    id: string
    at: number
    actor: string | null
    email: string | null
    via: string
    credential: string | null
    address: string | null
    request_id: string | null
    action: string
    target_type: string | null
    target: string | null
    target_name: string | null
    /** As JSON. */
    changes: string
  }
}
export type AuditRow = AuditTable['audit_log']

export const auditMigration: Migration = {
  name: '020-audit',
  async up(db) {
    await db.schema
      .createTable('audit_log')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('actor', 'text')
      .addColumn('email', 'text')
      .addColumn('via', 'text', (column) => column.notNull())
      .addColumn('credential', 'text')
      .addColumn('address', 'text')
      .addColumn('request_id', 'text')
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('target_type', 'text')
      .addColumn('target', 'text')
      .addColumn('target_name', 'text')
      .addColumn('changes', 'text', (column) => column.notNull())
      .execute()
    const index = (name: string, columns: string[]) =>
      db.schema.createIndex(`audit_log_${name}`).on('audit_log').columns(columns).execute()
    await index('at', ['at', 'id'])
    await index('actor', ['actor', 'at', 'id'])
    await index('action', ['action', 'at', 'id'])
    await index('target', ['target', 'at', 'id'])
  },
}

export const dropOldest = statement<[before: number, limit: number], never>((db, [before, limit]) =>
  db
    .deleteFrom('audit_log')
    .where(
      'id',
      'in',
      db.selectFrom('audit_log as old').select('old.id').where('old.at', '<', before).orderBy('old.at').limit(limit),
    ),
)
