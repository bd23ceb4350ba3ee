import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../store/index.ts'
import { coverPeriod, type Granularity, type Period, type Stretch, startsIn } from './period.ts'
import type { UsageTotals } from './usage-count.ts'
import { ALL_ACCOUNTS, COUNTS } from './usage-tables.ts'

/** Whose usage is read: of one account, the sums of `ALL_ACCOUNTS`, or of each account separately. */
export type Whose = { account: string } | 'each'

export interface Reading {
  whose: Whose
  period: Period
  /** The largest span that may be read at once. Default: the largest there is. */
  granularity?: Granularity
  /** The column by which rows are grouped. Default: one row for everything. */
  by?: 'account' | 'endpoint' | 'start'
  /** Only this many rows, those with the highest cost. */
  limit?: number
}

export type ReadRow = UsageTotals & { account: string; endpoint: string; start: number }

const HOUR = 3_600_000
const LENGTH = { hour: HOUR, day: 24 * HOUR } as const
type Sql = RawBuilder<unknown>

/** Starts of spans as a table that the query generates, as there may be thousands. */
const counted = (first: Sql, end: number, step: number): Sql =>
  sql`(with recursive counted(start) as
    (select ${first} union all select start + ${step} from counted where start + ${step} < ${end})
    select start from counted)`

const startsOf = (stretch: Stretch): Sql => {
  if (stretch.span !== 'month') return counted(sql`cast(${stretch.from} as bigint)`, stretch.to, LENGTH[stretch.span])
  const starts = startsIn(stretch).map((start) => sql`(cast(${start} as bigint))`)
  return sql`(select column1 as start from (values ${sql.join(starts)}) months)`
}

const columns = sql.raw(['start', 'account', 'endpoint', ...COUNTS].map((name) => `totals.${name}`).join(', '))

/** The roll-ups of a range. An account's rows are looked up start by start, by the table's key. */
const inStretch = (stretch: Stretch, whose: Whose): Sql =>
  whose === 'each'
    ? sql`select ${columns} from usage_totals totals where totals.span = ${stretch.span}
        and totals.start >= ${stretch.from} and totals.start < ${stretch.to} and totals.account > ${ALL_ACCOUNTS}`
    : sql`select ${columns} from ${startsOf(stretch)} starts cross join usage_totals totals
        where totals.span = ${stretch.span} and totals.start = starts.start and totals.account = ${whose.account}`

/** The hours after a time that have not been rolled up yet. */
const notRolledUp = (from: number, end: number, whose: Whose): Sql => {
  const isLeft = sql`not (totals.start = reached.hour and totals.account <= reached.account)`
  const first = sql`case when reached.hour > ${from} then reached.hour else ${from} end`
  return whose === 'each' || whose.account === ALL_ACCOUNTS
    ? sql`select ${columns} from usage_rolled_up reached cross join usage_totals totals where totals.span = 'hour'
        and totals.start >= ${first} and totals.start < ${end} and totals.account > ${ALL_ACCOUNTS} and ${isLeft}`
    : sql`select ${columns} from ${counted(sql`${first} from usage_rolled_up reached`, end, HOUR)} starts
        cross join usage_totals totals cross join usage_rolled_up reached where totals.span = 'hour'
        and totals.start = starts.start and totals.account = ${whose.account} and ${isLeft}`
}

/**
 * Sums of a period, from the roll-ups and, where these do not exist yet, from the hours. A single query, so that
 * nothing is rolled up in between.
 */
export async function readUsage(store: Store, { whose, period, granularity, by, limit }: Reading): Promise<ReadRow[]> {
  const stretches = coverPeriod(period, granularity)
  const end = period.to + 1
  // The hours of an account are always complete; those of all accounts are a roll-up too.
  const own = whose === 'each' || whose.account !== ALL_ACCOUNTS
  const rolledUpFrom = stretches.find(({ span }) => !own || span !== 'hour')?.from ?? end
  const parts = stretches.map((stretch) => inStretch(stretch, whose))
  if (rolledUpFrom < end) parts.push(notRolledUp(rolledUpFrom, end, whose))
  const sums = COUNTS.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`)
  const grouped = by === undefined ? [] : [sql.ref(by)]
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join([...grouped, ...sums])} from (${sql.join(parts, sql` union all `)}) parts
    ${by === undefined ? sql`` : sql`group by ${sql.ref(by)}`}
    ${limit === undefined ? sql`` : sql`order by millicredits desc, requests desc, ${sql.ref(by ?? 'requests')} limit ${limit}`}`.execute(
    store.db(),
  )
  return rows.map(toRow)
}

/** The sum of no rows is null, and Postgres returns sums as text. */
function toRow({ account, endpoint, start, ...sums }: Record<string, unknown>): ReadRow {
  const counts = Object.fromEntries(COUNTS.map((name) => [name, Number(sums[name] ?? 0)])) as unknown as UsageTotals
  return { account: String(account), endpoint: String(endpoint), start: Number(start), ...counts }
}
