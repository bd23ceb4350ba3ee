import { type Migration, statement } from '../store/index.ts'

export interface OutboxTable {
  outbox: {
    id: string
    topic: string
    lane: string
    payload: string
    attempt: number
    next_at: number
    owner: string | null
    created_at: number
  }
}
export type OutboxRow = OutboxTable['outbox']

export const outboxMigration: Migration = {
  name: '011-outbox',
  async up(db) {
    await db.schema
      .createTable('outbox')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('topic', 'text', (column) => column.notNull())
      .addColumn('lane', 'text', (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('attempt', 'bigint', (column) => column.notNull())
      .addColumn('next_at', 'bigint', (column) => column.notNull())
      .addColumn('owner', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('outbox_due').on('outbox').columns(['topic', 'next_at']).execute()
  },
}

export const addMessage = statement<
  [id: string, topic: string, lane: string, payload: string, nextAt: number, now: number],
  never
>((db, [id, topic, lane, payload, next_at, created_at]) =>
  db.insertInto('outbox').values({ id, topic, lane, payload, attempt: 0, next_at, owner: null, created_at }),
)
/** Lanes that are full are left out: with a quarter each there are at most four of them. */
export const dueMessages = statement<
  [topic: string, now: number, a: string, b: string, c: string, d: string, most: number],
  OutboxRow
>((db, [topic, now, a, b, c, d, most]) =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('topic', '=', topic)
    .where('next_at', '<=', now)
    .where('lane', 'not in', [a, b, c, d])
    .orderBy('next_at')
    .limit(most),
)
export const nextMessageTime = statement<[topic: string, after: number], { at: number }>((db, [topic, after]) =>
  db
    .selectFrom('outbox')
    .select('next_at as at')
    .where('topic', '=', topic)
    .where('next_at', '>', after)
    .orderBy('next_at')
    .limit(1),
)
/** While a message is under way it is due when its owner counts as dead. */
export const takeMessage = statement<[attempt: number, nextAt: number, owner: string, id: string, was: number], never>(
  (db, [attempt, next_at, owner, id, was]) =>
    db.updateTable('outbox').set({ attempt, next_at, owner }).where('id', '=', id).where('attempt', '=', was),
)
export const postponeMessage = statement<[nextAt: number, id: string, owner: string, attempt: number], never>(
  (db, [next_at, id, owner, attempt]) =>
    db
      .updateTable('outbox')
      .set({ next_at, owner: null })
      .where('id', '=', id)
      .where('owner', '=', owner)
      .where('attempt', '=', attempt),
)
export const removeMessage = statement<[id: string, owner: string, attempt: number], never>(
  (db, [id, owner, attempt]) =>
    db.deleteFrom('outbox').where('id', '=', id).where('owner', '=', owner).where('attempt', '=', attempt),
)
