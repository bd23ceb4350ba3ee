import type { OnConflictBuilder } from 'kysely'
import { statement, type Tx } from '../store/index.ts'
import type { Millicredits, Use } from './credits.ts'
import { floorTo } from './period.ts'
import { ALL_ACCOUNTS, COUNTS, type Span, type UsageTables } from './usage-tables.ts'

/** The usage within some time. */
export interface UsageTotals {
  requests: number
  /** Requests with a status of 400 or above. */
  failures: number
  /** Milliseconds of all requests together. */
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

/** Adds to an existing row. */
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

/** The progress of the roll-up. */
export type RolledUp = UsageTables['usage_rolled_up'] | undefined

const keepRolledUp = statement<[], UsageTables['usage_rolled_up']>((db, _, dialect) => {
  const query = db.selectFrom('usage_rolled_up').selectAll()
  return dialect === 'sqlite' ? query : query.forShare()
})
/** Blocks the roll-up until the end of this transaction. Must come before any count. */
export const readRolledUp = (tx: Tx): Promise<RolledUp> => tx.get(keepRolledUp)

/**
 * Adds to an hour of an account. If it has been rolled up already, for example because the disk was full or the clock
 * was set back, it is added to the roll-ups too.
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

/** Counts the usage of a charge, in the charge's own transaction. */
export const countUse = (
  tx: Tx,
  rolledUp: RolledUp,
  { account, now }: { account: string; now: number },
  { endpoint, pages = 0 }: Use,
  taken: Millicredits,
) => countHour(tx, rolledUp, { account, hour: floorTo('hour', now), endpoint }, [0, 0, 0, taken, pages])

/** Counts the usage of several charges, once per endpoint, in the same order in all transactions. */
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
