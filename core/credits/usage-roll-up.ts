import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { type AnyTables, type Store, statement } from '../store/index.ts'
import { createSweeper, type Sweeper } from '../store/sweeper.ts'
import { floorTo } from './period.ts'
import { addUp } from './usage-count.ts'
import { ALL_ACCOUNTS, COUNTS, type UsageTables } from './usage-tables.ts'

/** Milliseconds after its end at which an hour is rolled up, so that late counts can still be added. */
const SETTLED = 5 * 60_000
/** Milliseconds between two searches for hours to roll up. */
const LOOK_EVERY = 60_000
/** Approximate rows of an hour in one transaction. Those of one account stay together. */
const SLICE = 500

const HOUR = 3_600_000
/** Sorts after every account. */
const LAST = '\u{10ffff}'

const lockRolledUp = statement<[], UsageTables['usage_rolled_up']>((db, _, dialect) => {
  const query = db.selectFrom('usage_rolled_up').selectAll()
  return dialect === 'sqlite' ? query : query.forUpdate()
})

const setRolledUp = statement<[hour: number, account: string], never>((db, [hour, account]) =>
  db.updateTable('usage_rolled_up').set({ hour, account }),
)

const hoursOf = (db: AnyTables) => db.selectFrom('usage_totals').where('span', '=', 'hour')

/** The first hour with usage within a range. */
const nextHour = statement<[from: number, before: number], { start: number }>((db, [from, before]) =>
  hoursOf(db)
    .select('start')
    .where('start', '>=', from)
    .where('start', '<', before)
    .where('account', '>', ALL_ACCOUNTS)
    .orderBy('start')
    .limit(1),
)

/** The account at which a slice ends; none if the rest of the hour fits into it. */
const endOfSlice = statement<[hour: number, after: string], { account: string }>((db, [hour, after]) =>
  hoursOf(db)
    .select('account')
    .where('start', '=', hour)
    .where('account', '>', after)
    .orderBy('account')
    .offset(SLICE)
    .limit(1),
)

type SliceOfHour = [hour: number, day: number, month: number, after: string, upTo: string]

/** Adds a slice of an hour to the day and month of each account, and to the hour, day and month of all accounts. */
const rollUps = (['account', 'all'] as const).flatMap((whose) =>
  (['hour', 'day', 'month'] as const)
    .filter((span) => whose === 'all' || span !== 'hour')
    .map((span) =>
      statement<SliceOfHour, never>((db, [hour, day, month, after, upTo]) => {
        const slice = hoursOf(db)
          .select([sql`${sql.lit(span)}`.as('span'), sql`${{ hour, day, month }[span]}`.as('start')])
          .select(whose === 'all' ? sql.lit(ALL_ACCOUNTS).as('account') : 'account')
          .select('endpoint')
          .select(({ fn }) => COUNTS.map((name) => fn.sum(name).as(name)))
          .where('start', '=', hour)
          .where('account', '>', after)
          .where('account', '<=', upTo)
          .groupBy(whose === 'all' ? ['endpoint'] : ['account', 'endpoint'])
        return db
          .insertInto('usage_totals')
          .columns(['span', 'start', 'account', 'endpoint', ...COUNTS])
          .expression(slice)
          .onConflict(addUp)
      }),
    ),
)

/** Rolls up the next due slice. Returns false if there is none. */
async function rollUpNext(store: Store, now: number): Promise<boolean> {
  const before = floorTo('hour', now - SETTLED)
  return store.write(
    async (tx) => {
      const reached = await tx.get(lockRolledUp)
      if (!reached || reached.hour >= before) return false
      const hour =
        reached.account === ALL_ACCOUNTS ? (await tx.get(nextHour, reached.hour, before))?.start : reached.hour
      if (hour === undefined) {
        await tx.run(setRolledUp, before, ALL_ACCOUNTS)
        return false
      }
      const end = (await tx.get(endOfSlice, hour, reached.account))?.account
      const [day, month] = [floorTo('day', hour), floorTo('month', hour)]
      for (const rollUp of rollUps) await tx.run(rollUp, hour, day, month, reached.account, end ?? LAST)
      await (end === undefined ? tx.run(setRolledUp, hour + HOUR, ALL_ACCOUNTS) : tx.run(setRolledUp, hour, end))
      return true
    },
    { durable: false },
  )
}

/** Rolls up past hours. */
export const createRollUp = ({ store, clock, log }: { store: Store; clock: Clock; log: Log }): Sweeper =>
  createSweeper({
    what: 'Roll-up of usage',
    sweep: () => rollUpNext(store, clock.now()),
    first: 0,
    every: LOOK_EVERY,
    log,
  })
