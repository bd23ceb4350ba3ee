import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { type Migration, type Store, statement, type Tx } from '../store/index.ts'
import { createWriteBehind } from '../store/write-behind.ts'
import type { Millicredits, Use } from './credits.ts'
import { bucketName, bucketsOf, floorTo, type Granularity, type Period } from './period.ts'

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

export interface UsageBucket extends UsageTotals {
  /** See `bucketName`. */
  period: string
}

/** Each account's usage, by hour and endpoint. */
export interface Usage {
  /** Counts an answered request; written after a while, and at once when somebody reads. */
  request(accountId: string, request: { endpoint: string; ms: number; failed: boolean }): void
  totals(accountId: string, period: Period): Promise<UsageTotals>
  /** Most used first. */
  byEndpoint(accountId: string, period: Period): Promise<(UsageTotals & { endpoint: string })[]>
  /** All buckets that the period touches, empty ones too. */
  series(accountId: string, period: Period, granularity: Granularity): Promise<UsageBucket[]>
  close(): Promise<void>
}

interface UsageTable {
  usage: {
    account: string
    hour: number
    endpoint: string
    requests: number
    failures: number
    milliseconds: number
    millicredits: number
    pages: number
  }
}

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

const COUNTS = ['requests', 'failures', 'milliseconds', 'millicredits', 'pages'] as const
type Counts = [requests: number, failures: number, milliseconds: number, millicredits: number, pages: number]

const addUsage = statement<[account: string, hour: number, endpoint: string, ...Counts], never>(
  (db, [account, hour, endpoint, requests, failures, milliseconds, millicredits, pages]) =>
    db
      .insertInto('usage')
      .values({ account, hour, endpoint, requests, failures, milliseconds, millicredits, pages })
      .onConflict((conflict) =>
        conflict
          .columns(['account', 'hour', 'endpoint'])
          .doUpdateSet((eb) =>
            Object.fromEntries(COUNTS.map((name) => [name, eb(`usage.${name}`, '+', eb.ref(`excluded.${name}`))])),
          ),
      ),
)

/** Counts what a charge is for, in the charge's own transaction. */
export async function countUse(
  tx: Tx,
  accountId: string,
  now: number,
  { endpoint, pages = 0 }: Use,
  millicredits: Millicredits,
) {
  await tx.run(addUsage, accountId, floorTo('hour', now), endpoint, 0, 0, 0, millicredits, pages)
}

/** Milliseconds until counted requests are written. */
const WRITE_EVERY = 2_000

interface Counted {
  account: string
  hour: number
  endpoint: string
  requests: number
  failures: number
  milliseconds: number
}

export function createUsage({ store, clock, log }: { store: Store; clock: Clock; log: Log }): Usage {
  const counts = createWriteBehind<Counted>({
    every: WRITE_EVERY,
    merge: (a, b) => ({
      ...a,
      requests: a.requests + b.requests,
      failures: a.failures + b.failures,
      milliseconds: a.milliseconds + b.milliseconds,
    }),
    write: (entries) =>
      store.write(
        async (tx) => {
          for (const { account, hour, endpoint, requests, failures, milliseconds } of entries.values()) {
            await tx.run(addUsage, account, hour, endpoint, requests, failures, Math.round(milliseconds), 0, 0)
          }
        },
        { durable: false },
      ),
    log,
  })

  /** Sums, by whatever the query groups. An hour that the period only touches counts whole. */
  const sums = async (accountId: string, { from, to }: Period) => {
    await counts.flush()
    return store
      .db<UsageTable>()
      .selectFrom('usage')
      .select(({ fn }) => COUNTS.map((name) => fn.sum<number | null>(name).as(name)))
      .where('account', '=', accountId)
      .where('hour', '>=', floorTo('hour', from))
      .where('hour', '<=', to)
  }

  return {
    request(account, { endpoint, ms, failed }) {
      const hour = floorTo('hour', clock.now())
      const counted = { account, hour, endpoint, requests: 1, failures: failed ? 1 : 0, milliseconds: ms }
      counts.add(`${account} ${hour} ${endpoint}`, counted)
    },

    async totals(accountId, period) {
      const row = await (await sums(accountId, period)).executeTakeFirstOrThrow()
      return toTotals(row)
    },

    async byEndpoint(accountId, period) {
      const rows = await (await sums(accountId, period)).select('endpoint').groupBy('endpoint').execute()
      const totals = rows.map((row) => ({ endpoint: row.endpoint, ...toTotals(row) }))
      return totals.sort((a, b) => b.millicredits - a.millicredits || b.requests - a.requests)
    },

    async series(accountId, period, granularity) {
      const starts = bucketsOf(period, granularity)
      const buckets = new Map(starts.map((start) => [start, { period: bucketName(granularity, start), ...nothing() }]))
      const rows = await (await sums(accountId, period)).select('hour').groupBy('hour').execute()
      for (const row of rows) {
        const bucket = buckets.get(floorTo(granularity, row.hour))
        const totals = toTotals(row)
        if (bucket) for (const name of COUNTS) bucket[name] += totals[name]
      }
      return [...buckets.values()]
    },

    close: () => counts.close(),
  }
}

const nothing = (): UsageTotals => ({ requests: 0, failures: 0, milliseconds: 0, millicredits: 0, pages: 0 })
/** Nothing adds up to null; and Postgres gives sums as text. */
const toTotals = (row: Record<(typeof COUNTS)[number], number | string | null>): UsageTotals =>
  Object.assign(nothing(), Object.fromEntries(COUNTS.map((name) => [name, Number(row[name] ?? 0)])))
