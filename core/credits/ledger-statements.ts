import { type SqlBool, sql } from 'kysely'
import { type Dialect, type Migration, rowsIn, statement } from '../store/index.ts'
import type { Millicredits, Use } from './credits.ts'

/** An account's balance: the sum of its ledger, stored separately. */
export interface BalanceRow {
  account: string
  /** Granted for this month. */
  monthly: number
  /** Used in this month. */
  used: number
  /** Held, of what is left. */
  held: number
  /** Used in all months together. */
  spent: number
  period_start: number
  period_end: number
  /** The day of the month on which it is refilled, and milliseconds into that day. */
  refill_day: number
  refill_time: number
  /** Months that begin from this time on are not granted yet; null: each is granted when it begins. */
  refills_until: number | null
}

/** An entry of the ledger: how it changes what is left of the month, and what is held of that. */
export interface Entry {
  kind: 'grant' | 'hold' | 'charge' | 'release'
  key: string
  amount?: Millicredits
  held?: Millicredits
  holdId?: string
  use?: Use
  /** Epoch milliseconds. Default: now. */
  at?: number
}

/**
 * `ledger` is append-only. For each account, the sum of `amount` is what is left of the month (monthly less used),
 * and the sum of `held` is what is held. `holds` contains the open holds, with what is left of each.
 */
export const ledgerMigration: Migration = {
  name: '004-ledger',
  async up(db, dialect) {
    await db.schema
      .createTable('ledger')
      .addColumn('id', dialect === 'postgres' ? 'bigserial' : 'integer', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('held', 'bigint', (column) => column.notNull())
      .addColumn('hold', 'text')
      .addColumn('endpoint', 'text')
      .addColumn('pages', 'bigint', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('ledger_key').on('ledger').columns(['account', 'key']).unique().execute()
    await db.schema
      .createTable('balances')
      .addColumn('account', 'text', (column) => column.primaryKey().references('users.id'))
      .addColumn('monthly', 'bigint', (column) => column.notNull())
      .addColumn('used', 'bigint', (column) => column.notNull())
      .addColumn('held', 'bigint', (column) => column.notNull())
      .addColumn('spent', 'bigint', (column) => column.notNull())
      .addColumn('period_start', 'bigint', (column) => column.notNull())
      .addColumn('period_end', 'bigint', (column) => column.notNull())
      .addColumn('refill_day', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('holds')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('held', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .execute()
    await db.schema.createIndex('holds_account').on('holds').column('account').execute()
    await db.schema.createIndex('holds_expiry').on('holds').column('expires_at').execute()
  },
}

/** Adds months that begin at another time than midnight, and months that are granted only when paid for. */
export const refillsMigration: Migration = {
  name: '019-refills',
  async up(db) {
    await db.schema
      .alterTable('balances')
      .addColumn('refill_time', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('balances').addColumn('refills_until', 'bigint').execute()
  },
}

/** The ledger's statements, prepared. */
export type LedgerStatements = ReturnType<typeof createLedgerStatements>

const made = new Map<Dialect, ReturnType<typeof makeStatements>>()
/** Created once per dialect, as the store prepares each new object. */
export function createLedgerStatements(dialect: Dialect) {
  const statements = made.get(dialect) ?? makeStatements(dialect)
  made.set(dialect, statements)
  return statements
}

const makeStatements = (dialect: Dialect) => ({
  readBalance: statement<[account: string], BalanceRow>((db, [account]) =>
    db.selectFrom('balances').selectAll().where('account', '=', account),
  ),

  /** Locks the row. Not needed on SQLite, which has a single writer. */
  lockBalance: statement<[account: string], BalanceRow>((db, [account]) => {
    const query = db.selectFrom('balances').selectAll().where('account', '=', account)
    return dialect === 'sqlite' ? query : query.forUpdate()
  }),

  openBalance: statement<[account: string, monthly: number, start: number, end: number, day: number], never>(
    (db, [account, monthly, start, end, day]) =>
      db.insertInto('balances').values({
        account,
        monthly,
        used: 0,
        held: 0,
        spent: 0,
        period_start: start,
        period_end: end,
        refill_day: day,
        refill_time: 0,
        refills_until: null,
      }),
  ),

  setRefills: statement<
    [day: number, time: number, until: number | null, start: number, end: number, account: string],
    never
  >((db, [refill_day, refill_time, refills_until, period_start, period_end, account]) =>
    db
      .updateTable('balances')
      .set({ refill_day, refill_time, refills_until, period_start, period_end })
      .where('account', '=', account),
  ),

  setBalance: statement<
    [monthly: number, used: number, held: number, spent: number, start: number, end: number, account: string],
    never
  >((db, [monthly, used, held, spent, start, end, account]) =>
    db
      .updateTable('balances')
      .set({ monthly, used, held, spent, period_start: start, period_end: end })
      .where('account', '=', account),
  ),

  /** Charges relative to the current balance, whatever others have charged meanwhile. */
  takeFromBalance: statement<[taken: number, fromHold: number, account: string], never>(
    (db, [taken, fromHold, account]) =>
      db
        .updateTable('balances')
        .set((eb) => ({
          used: eb('used', '+', taken),
          held: eb('held', '-', fromHold),
          spent: eb('spent', '+', taken),
        }))
        .where('account', '=', account),
  ),

  /** Changes no row if the account has an entry with this key. */
  addEntry: statement<
    [
      account: string,
      key: string,
      kind: string,
      amount: number,
      held: number,
      hold: string | null,
      endpoint: string | null,
      pages: number,
      at: number,
    ],
    never
  >((db, [account, key, kind, amount, held, hold, endpoint, pages, at]) =>
    db
      .insertInto('ledger')
      .values({ account, key, kind, amount, held, hold, endpoint, pages, at })
      .onConflict((conflict) => conflict.columns(['account', 'key']).doNothing()),
  ),

  /** Adds several charges, from a `rowList`. */
  addCharges: statement<[account: string, hold: string, at: number, charges: string], never>(
    (db, [account, hold, at, charges]) =>
      db
        .insertInto('ledger')
        .columns(['account', 'key', 'kind', 'amount', 'held', 'hold', 'endpoint', 'pages', 'at'])
        .expression(sql`
          select ${account}, entry ->> 0, 'charge', cast(entry ->> 1 as bigint), cast(entry ->> 2 as bigint), ${hold},
            entry ->> 3, cast(entry ->> 4 as bigint), ${at}
          from ${rowsIn(charges, dialect)}`),
  ),

  readCharge: statement<[account: string, key: string], { amount: number }>((db, [account, key]) =>
    db
      .selectFrom('ledger')
      .select(sql<number>`-amount`.as('amount'))
      .where('account', '=', account)
      .where('key', '=', key),
  ),

  /** The charges with these keys, from a `rowList`. */
  readCharges: statement<[account: string, keys: string], { key: string; amount: number }>((db, [account, keys]) => {
    const listed = sql<string>`(select entry ->> 0 from ${rowsIn(keys, dialect)})`
    return (
      db
        .selectFrom('ledger')
        .select(['key', sql<number>`-amount`.as('amount')])
        .where('account', '=', account)
        // As an array, each key is looked up by itself. A join might read all entries of the account.
        .where((eb) => (dialect === 'sqlite' ? eb('key', 'in', listed) : sql<SqlBool>`key = any(array${listed})`))
    )
  }),

  addHold: statement<[id: string, account: string, held: number, expiresAt: number | null], never>(
    (db, [id, account, held, expires_at]) => db.insertInto('holds').values({ id, account, held, expires_at }),
  ),

  readHold: statement<[id: string, account: string], { held: number }>((db, [id, account]) =>
    db.selectFrom('holds').select('held').where('id', '=', id).where('account', '=', account),
  ),

  reduceHold: statement<[by: number, id: string], never>((db, [by, id]) =>
    db
      .updateTable('holds')
      .set((eb) => ({ held: eb('held', '-', by) }))
      .where('id', '=', id),
  ),

  removeHold: statement<[id: string], never>((db, [id]) => db.deleteFrom('holds').where('id', '=', id)),

  expiredHolds: statement<[before: number, limit: number], { id: string; account: string }>((db, [before, limit]) =>
    db.selectFrom('holds').select(['id', 'account']).where('expires_at', '<=', before).limit(limit),
  ),

  expiredHoldsOf: statement<[account: string, before: number], { id: string }>((db, [account, before]) =>
    db.selectFrom('holds').select('id').where('account', '=', account).where('expires_at', '<=', before),
  ),

  expiredOf: statement<[account: string, before: number], { held: number | null }>((db, [account, before]) =>
    db
      .selectFrom('holds')
      .select((eb) => eb.fn.sum<number>('held').as('held'))
      .where('account', '=', account)
      .where('expires_at', '<=', before),
  ),

  sumOfSpent: statement<[], { spent: number | null }>((db) =>
    db.selectFrom('balances').select((eb) => eb.fn.sum<number>('spent').as('spent')),
  ),

  /** Accounts of a plan, without an amount of their own, whose monthly amount differs. */
  accountsWithAnother: statement<[plan: string, monthly: number], { account: string }>((db, [plan, monthly]) =>
    db
      .selectFrom('balances')
      .innerJoin('users', 'users.id', 'balances.account')
      .select('balances.account')
      .where('users.plan', '=', plan)
      .where('users.monthly_credits', 'is', null)
      .where('balances.monthly', '!=', monthly),
  ),
})
