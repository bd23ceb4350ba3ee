import { sql } from 'kysely'
import { type Migration, statement } from '../store/index.ts'

export interface OutboxTable {
  outbox: {
    id: string
    topic: string
    receiver: string
    /** Empty if it is nobody's, and before it was stored. */
    account: string
    payload: string
    attempt: number
    next_at: number
    worker: string | null
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

/** Columns are named as in the code. */
export const outboxTermsMigration: Migration = {
  name: '017-outbox-terms',
  async up(db) {
    await db.schema.alterTable('outbox').renameColumn('lane', 'receiver').execute()
    await db.schema.alterTable('outbox').renameColumn('owner', 'worker').execute()
  },
}

/** The deliveries in flight, which are counted by receiver. */
export const outboxTakenMigration: Migration = {
  name: '018-outbox-taken',
  async up(db) {
    await db.schema
      .createIndex('outbox_taken')
      .on('outbox')
      .columns(['topic', 'next_at'])
      .where(sql.ref('worker'), 'is not', null)
      .execute()
  },
}

/** Whose a message is, so that the deliveries of one account leave room for those of others. */
export const outboxAccountMigration: Migration = {
  name: '030-outbox-account',
  async up(db) {
    await db.schema
      .alterTable('outbox')
      .addColumn('account', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  },
}

export const addMessage = statement<
  [id: string, topic: string, receiver: string, account: string, payload: string, nextAt: number, now: number],
  never
>((db, [id, topic, receiver, account, payload, next_at, created_at]) =>
  db
    .insertInto('outbox')
    .values({ id, topic, receiver, account, payload, attempt: 0, next_at, worker: null, created_at }),
)
/**
 * Leaves out messages to receivers that have `ofReceiver` deliveries in flight, in this process and others, and those
 * of accounts that have `ofAccount`.
 */
export const dueMessages = statement<
  [topic: string, now: number, ofReceiver: number, ofAccount: number, limit: number],
  OutboxRow
>((db, [topic, now, ofReceiver, ofAccount, limit]) => {
  const full = (column: 'receiver' | 'account', most: number) =>
    db
      .selectFrom('outbox as taken')
      .select(`taken.${column}`)
      .where('taken.topic', '=', topic)
      .where('taken.worker', 'is not', null)
      .where('taken.next_at', '>', now)
      .where(`taken.${column}`, '<>', '')
      .groupBy(`taken.${column}`)
      .having(sql<number>`count(*)`, '>=', most)
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('topic', '=', topic)
    .where('next_at', '<=', now)
    .where('receiver', 'not in', full('receiver', ofReceiver))
    .where('account', 'not in', full('account', ofAccount))
    .orderBy('next_at')
    .limit(limit)
})
export const nextMessageTime = statement<[topic: string, after: number], { at: number }>((db, [topic, after]) =>
  db
    .selectFrom('outbox')
    .select('next_at as at')
    .where('topic', '=', topic)
    .where('next_at', '>', after)
    .orderBy('next_at')
    .limit(1),
)
/** While a message is in flight, it is due at the time at which its worker counts as dead. */
export const takeMessage = statement<
  [attempt: number, nextAt: number, workerId: string, id: string, was: number],
  never
>((db, [attempt, next_at, worker, id, was]) =>
  db.updateTable('outbox').set({ attempt, next_at, worker }).where('id', '=', id).where('attempt', '=', was),
)
/** Schedules a message's next attempt. */
export const postponeMessage = statement<
  [attempts: number, nextAt: number, id: string, workerId: string, attempt: number],
  never
>((db, [attempts, next_at, id, worker, attempt]) =>
  db
    .updateTable('outbox')
    .set({ attempt: attempts, next_at, worker: null })
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('attempt', '=', attempt),
)
/** Makes messages due earlier, except those in flight. */
export const shiftMessages = statement<[by: number], never>((db, [by]) =>
  db
    .updateTable('outbox')
    .set((eb) => ({ next_at: eb('next_at', '-', by) }))
    .where('worker', 'is', null),
)
export const removeMessage = statement<[id: string, workerId: string, attempt: number], never>(
  (db, [id, worker, attempt]) =>
    db.deleteFrom('outbox').where('id', '=', id).where('worker', '=', worker).where('attempt', '=', attempt),
)
