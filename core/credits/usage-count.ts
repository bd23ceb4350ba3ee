import type { OnConflictBuilder } from 'kysely'
import { statement, type Tx } from '../store/index.ts'
import type { Millicredits, Use } from './credits.ts'
import { floorTo } from './period.ts'
import { ALL_ACCOUNTS, COUNTS, type Span, type UsageTables } from './usage-tables.ts'

/** What was asked for and used in some time. */
export interface UsageTotals {
  requests: number
  /** Of those, answered with a status of 400 or above. */
  failures: number
  /** Milliseconds of all of them together. */
  milliseconds: number
  millicredits: Millicredits
  pages: number
}

export type Counts = readonly [
  requests: number,
  failures: number,
  milliseconds: number,
  millicredits: number,
  pages: number,
]

/** Adds to the row that is there already. */
export const addUp = (conflict: OnConflictBuilder<UsageTables, 'usage_totals'>) =>
  conflict
    .columns(['span', 'start', 'account', 'endpoint'])
    .doUpdateSet((eb) =>
      Object.fromEntries(COUNTS.map((name) => [name, eb(`usage_totals.${name}`, '+', eb.ref(`excluded.${name}`))])),
    )

const add = statement<[span: Span, start: number, account: string, endpoint: string, ...Counts], never>(
  (db, [span, start, account, endpoint, requests, failures, milliseconds, millicredits, pages]) =>
    db
      .insertInto('usage_totals')
      .values({ span, start, account, endpoint, requests, failures, milliseconds, millicredits, pages })
      .onConflict(addUp),
)

/** How far the roll-up is. */
export type RolledUp = UsageTables['usage_rolled_up'] | undefined

const keepRolledUp = statement<[], UsageTables['usage_rolled_up']>((db, _, dialect) => {
  const query = db.selectFrom('usage_rolled_up').selectAll()
  return dialect === 'sqlite' ? query : query.forShare()
})
/** Keeps the roll-up from moving on in this transaction, before anything is counted in it. */
export const readRolledUp = (tx: Tx): Promise<RolledUp> => tx.get(keepRolledUp)

/**
 * Adds to an account's hour. One that has been rolled up already, as after a disk that was full for an hour or a
 * clock that was set back, is added to the roll-ups too.
 */
export function countHour(
  tx: Tx,
  rolledUp: RolledUp,
  { account, hour, endpoint }: { account: string; hour: number; endpoint: string },
  counts: Counts,
) {
  tx.send(add, 'hour', hour, account, endpoint, ...counts)
  if (!rolledUp || hour > rolledUp.hour || (hour === rolledUp.hour && account > rolledUp.account)) return
  tx.send(add, 'hour', hour, ALL_ACCOUNTS, endpoint, ...counts)
  for (const span of ['day', 'month'] as const)
    for (const of of [account, ALL_ACCOUNTS]) tx.send(add, span, floorTo(span, hour), of, endpoint, ...counts)
}

/** Counts what a charge is for, in the charge's own transaction. */
export const countUse = (
  tx: Tx,
  rolledUp: RolledUp,
  { account, now }: { account: string; now: number },
  { endpoint, pages = 0 }: Use,
  taken: Millicredits,
) => countHour(tx, rolledUp, { account, hour: floorTo('hour', now), endpoint }, [0, 0, 0, taken, pages])

/** Counts what several charges are for: each endpoint once, in one order for all transactions. */
export function countUses(
  tx: Tx,
  rolledUp: RolledUp,
  when: { account: string; now: number },
  charges: readonly { use: Use; taken: Millicredits }[],
) {
  const byEndpoint = Map.groupBy(charges, ({ use }) => use.endpoint)
  for (const [endpoint, all] of [...byEndpoint].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const pages = all.reduce((sum, { use }) => sum + (use.pages ?? 0), 0)
    const taken = all.reduce((sum, one) => sum + one.taken, 0)
    countUse(tx, rolledUp, when, { endpoint, pages }, taken)
  }
}
