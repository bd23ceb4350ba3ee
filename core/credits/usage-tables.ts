import { sql } from 'kysely'
import type { Migration } from '../store/index.ts'

/** The key of usage sums. */
export type Span = 'hour' | 'day' | 'month'

/** The counters, in the order of the columns. */
export const COUNTS = ['requests', 'failures', 'milliseconds', 'millicredits', 'pages'] as const

/** The pseudo account for all accounts together. The roll-up relies on it sorting before every account. */
export const ALL_ACCOUNTS = '*'

/**
 * `usage_totals` contains sums. The hours of accounts are written as usage happens. Days, months, and the sums of all
 * accounts are rolled up from them. The key begins with the time, so that current writes, and the reads of a period
 * of all accounts, are close together.
 *
 * `usage_rolled_up` is a single row with the progress of the roll-up: every hour before `hour` is complete, and of
 * `hour` itself the accounts up to `account`.
 */
export interface UsageTables {
  usage_totals: {
    span: Span
    start: number
    account: string
    endpoint: string
  } & Record<(typeof COUNTS)[number], number>
  usage_rolled_up: { hour: number; account: string }
}

/** The table before there were roll-ups: the hours of accounts, in order of insertion. */
export const usageMigration: Migration = {
  name: '005-usage',
  async up(db) {
    await db.schema
      .createTable('usage')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('hour', 'bigint', (column) => column.notNull())
      .addColumn('endpoint', 'text', (column) => column.notNull())
      .addColumn('requests', 'bigint', (column) => column.notNull())
      .addColumn('failures', 'bigint', (column) => column.notNull())
      .addColumn('milliseconds', 'bigint', (column) => column.notNull())
      .addColumn('millicredits', 'bigint', (column) => column.notNull())
      .addColumn('pages', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('usage_key', ['account', 'hour', 'endpoint'])
      .execute()
  },
}

export const usageTotalsMigration: Migration = {
  name: '021-usage-totals',
  async up(db, dialect) {
    const table = db.schema
      .createTable('usage_totals')
      .addColumn('span', 'text', (column) => column.notNull())
      .addColumn('start', 'bigint', (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('endpoint', 'text', (column) => column.notNull())
      .addColumn('requests', 'bigint', (column) => column.notNull())
      .addColumn('failures', 'bigint', (column) => column.notNull())
      .addColumn('milliseconds', 'bigint', (column) => column.notNull())
      .addColumn('millicredits', 'bigint', (column) => column.notNull())
      .addColumn('pages', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('usage_totals_key', ['span', 'start', 'account', 'endpoint'])
    // Rows are stored in the order of the key, so that a period is read from few pages.
    await (dialect === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute()
    await db.schema
      .createTable('usage_rolled_up')
      .addColumn('hour', 'bigint', (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .execute()
    await db.insertInto('usage_rolled_up').values({ hour: 0, account: ALL_ACCOUNTS }).execute()
  },
}

/** Rows of the old table that are moved in one transaction. */
const MOVED_AT_ONCE = 20_000

/** Moves the hours to the new table in order of insertion, which is nearly that of time, and drops the old one. */
export const usageMoveMigration: Migration = {
  name: '022-usage-move',
  async slice(db, dialect) {
    // Usage was kept in SQLite alone until then.
    if (dialect !== 'sqlite') return false
    const { rows } = await sql<{ first: number | null }>`select min(rowid) as first from usage`.execute(db)
    const first = rows[0]?.first ?? null
    if (first === null) return false
    const moved = sql`from usage where rowid < ${first + MOVED_AT_ONCE}`
    await sql`insert into usage_totals
      select 'hour', hour, account, endpoint, requests, failures, milliseconds, millicredits, pages ${moved}`.execute(
      db,
    )
    await sql`delete ${moved}`.execute(db)
    return true
  },
  async up(db) {
    await db.schema.dropTable('usage').execute()
  },
}
