import { type Migration, statement } from 'weirjs'

/** The requests in flight of processes that share the store; empty for a single process. */
export const pacesMigration: Migration = {
  name: '001-paces',
  async up(db) {
    await db.schema
      .createTable('archive_requests')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('lane', 'text', (column) => column.notNull())
      .addColumn('begun_at', 'bigint', (column) => column.notNull())
      // Its latest possible end, or its actual end.
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('archive_requests_lane').on('archive_requests').columns(['lane', 'begun_at']).execute()
    await db.schema
      .createTable('archive_pauses')
      .addColumn('lane', 'text', (column) => column.primaryKey())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .execute()
  },
}

export const addRequest = statement<[id: string, lane: string, begunAt: number, endsAt: number], never>(
  (db, [id, lane, begun_at, ends_at]) => db.insertInto('archive_requests').values({ id, lane, begun_at, ends_at }),
)
export const endRequest = statement<[now: number, id: string], never>((db, [ends_at, id]) =>
  db.updateTable('archive_requests').set({ ends_at }).where('id', '=', id),
)
/** The start of the request that is a given number before the last one. */
export const findBegun = statement<[lane: string, after: number, behind: number], { at: number }>(
  (db, [lane, after, behind]) =>
    db
      .selectFrom('archive_requests')
      .select('begun_at as at')
      .where('lane', '=', lane)
      .where('begun_at', '>', after)
      .orderBy('begun_at', 'desc')
      .limit(1)
      .offset(behind),
)
export const countUnderWay = statement<[lane: string, now: number], { requests: number }>((db, [lane, now]) =>
  db
    .selectFrom('archive_requests')
    .select(({ fn }) => fn.countAll<number>().as('requests'))
    .where('lane', '=', lane)
    .where('ends_at', '>', now),
)
/** Moves starts in the future to now, and their ends accordingly. */
export const bringBack = statement<[now: number, endsAt: number, lane: string, future: number], never>(
  (db, [begun_at, ends_at, lane, future]) =>
    db
      .updateTable('archive_requests')
      .set({ begun_at, ends_at })
      .where('lane', '=', lane)
      .where('begun_at', '>', future),
)
/** Drops requests that started earlier, and have ended. */
export const dropRequests = statement<[before: number, now: number], never>((db, [before, now]) =>
  db.deleteFrom('archive_requests').where('begun_at', '<=', before).where('ends_at', '<=', now),
)

export const readPause = statement<[lane: string], { until: number }>((db, [lane]) =>
  db.selectFrom('archive_pauses').select('until').where('lane', '=', lane),
)
/** Keeps the later of two ends. */
export const putPause = statement<[lane: string, until: number], never>((db, [lane, until]) =>
  db
    .insertInto('archive_pauses')
    .values({ lane, until })
    .onConflict((same) => same.column('lane').doUpdateSet({ until }).where('archive_pauses.until', '<', until)),
)
export const dropPauses = statement<[now: number], never>((db, [now]) =>
  db.deleteFrom('archive_pauses').where('until', '<=', now),
)
