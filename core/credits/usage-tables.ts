import { sql } from 'kysely'
import type { Migration } from '../store/index.ts'

/** What usage is added up by. */
export type Span = 'hour' | 'day' | 'month'

/** What is counted, in the order of the columns. */
export const COUNTS = ['requests', 'failures', 'milliseconds', 'millicredits', 'pages'] as const

/**
 * Stands in place of an account for all of them together. It sorts before every account, which the roll-up builds on.
 */
export const ALL_ACCOUNTS = '*'

/**
 * `usage_totals` holds sums. Those of an account's hours are written as usage happens and are all that there is to
 * know; days, months, and the sums of all accounts are rolled up from them. Its key begins with the time: what is
 * written now lies together, and so does what a period of all accounts reads.
 *
 * `usage_rolled_up` is one row that says how far that is: every hour before `hour` has been rolled up, and of `hour`
 * itself the accounts up to `account`.
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

/** How the sums were kept before there were roll-ups: each account's hours, in the order in which they were made. */
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
    // Rows lie in the order of the key, so that a period is read from few pages.
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

/** Moves the hours over, in the order in which they were made, nearly that of time, and drops their table. */
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
