import { type Migration, statement } from 'weirjs'
import { MAX_AHEAD } from '../cache/entries.ts'

/** A page as its account last saw it. Times are epoch milliseconds. */
export interface SeenPage {
  account: string
  /** See `keyOf`. */
  key: string
  /** Whether it was missing. */
  gone: number
  /** SHA-256 of its whole text, in hex. */
  hash: string
  /** The beginning of its text, compressed. */
  text: Uint8Array
  seen_at: number
  /** null: it stays. */
  expires_at: number | null
}

export const seenPagesMigration: Migration = {
  name: '002-seen-pages',
  async up(db, dialect) {
    await db.schema
      .createTable('scrape_seen_pages')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('gone', 'integer', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('text', dialect === 'postgres' ? 'bytea' : 'blob', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addPrimaryKeyConstraint('scrape_seen_pages_key', ['account', 'key'])
      .execute()
    await db.schema.createIndex('scrape_seen_pages_expires_at').on('scrape_seen_pages').column('expires_at').execute()
    await db.schema
      .createIndex('scrape_seen_pages_seen_at')
      .on('scrape_seen_pages')
      .columns(['account', 'seen_at'])
      .execute()
  },
}

type Key = [account: string, key: string]

export const findSeen = statement<Key, SeenPage>((db, [account, key]) =>
  db.selectFrom('scrape_seen_pages').selectAll().where('account', '=', account).where('key', '=', key),
)
/** Changes nothing if a newer version is stored, unless that is from the future. */
export const putSeen = statement<
  [...Key, gone: number, hash: string, text: Uint8Array, seenAt: number, expiresAt: number | null],
  never
>((db, [account, key, gone, hash, text, seen_at, expires_at]) =>
  db
    .insertInto('scrape_seen_pages')
    .values({ account, key, gone, hash, text, seen_at, expires_at })
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'key'])
        .doUpdateSet({ gone, hash, text, seen_at, expires_at })
        .where((eb) => {
          const kept = eb.ref('scrape_seen_pages.seen_at')
          return eb.or([eb(kept, '<=', seen_at), eb(eb(kept, '-', eb.lit(MAX_AHEAD)), '>', seen_at)])
        }),
    ),
)
export const deleteSeen = statement<Key, never>((db, [account, key]) =>
  db.deleteFrom('scrape_seen_pages').where('account', '=', account).where('key', '=', key),
)
export const listExpired = statement<[now: number, most: number], Pick<SeenPage, 'account' | 'key'>>(
  (db, [now, most]) =>
    db.selectFrom('scrape_seen_pages').select(['account', 'key']).where('expires_at', '<=', now).limit(most),
)
/** Accounts with more pages than this. */
export const listFull = statement<[most: number], { account: string; pages: number | string }>((db, [most]) =>
  db
    .selectFrom('scrape_seen_pages')
    .select(({ fn }) => ['account', fn.countAll().as('pages')])
    .groupBy('account')
    .having(({ fn }) => fn.countAll(), '>', most),
)
export const listOldest = statement<[account: string, most: number], Pick<SeenPage, 'account' | 'key'>>(
  (db, [account, most]) =>
    db
      .selectFrom('scrape_seen_pages')
      .select(['account', 'key'])
      .where('account', '=', account)
      .orderBy('seen_at')
      .limit(most),
)
