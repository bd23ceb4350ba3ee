import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../../../core/store/index.ts'
import { isSqlite } from '../../store.ts'

const starts = {
  hour: sql`at / 3600000 * 3600000`,
  day: sql`at / 86400000 * 86400000`,
  month: isSqlite
    ? sql`unixepoch(at / 1000, 'unixepoch', 'start of month') * 1000`
    : sql`extract(epoch from date_trunc('month', to_timestamp(at / 1000) at time zone 'UTC')) * 1000`,
} as const

const isRolledUp = sql`exists (select 1 from usage_rolled_up reached where at / 3600000 * 3600000 < reached.hour
  or (at / 3600000 * 3600000 = reached.hour and ledger.account <= reached.account))`

/**
 * Adds up the charges of the ledger again, and gives the differences to the stored sums: for each hour of an account
 * and, as far as it is rolled up, for its days and months and the hours, days and months of all accounts.
 */
export async function compareWithLedger(store: Store): Promise<string[]> {
  const wrong: string[] = []
  for (const span of ['hour', 'day', 'month'] as const) {
    for (const whose of ['account', 'all'] as const) {
      const account = whose === 'all' ? sql`'*'` : sql`account`
      const isBase = whose === 'account' && span === 'hour'
      const entered = sql`select ${account} as account, ${starts[span]} as start, endpoint, -sum(amount) as millicredits,
        sum(pages) as pages from ledger where kind = 'charge' and (amount <> 0 or pages <> 0) and ${isBase ? sql`true` : isRolledUp}
        group by 1, 2, 3`
      const kept = sql`select account, start, endpoint, millicredits, pages from usage_totals where span = ${span}
        and account ${whose === 'all' ? sql`=` : sql`>`} '*' and (millicredits <> 0 or pages <> 0)`
      for (const [what, query] of Object.entries({ missing: differ(entered, kept), invented: differ(kept, entered) })) {
        const { rows } = await query.execute(store.db())
        wrong.push(...rows.map((row) => `${span} of ${whose}, ${what}: ${JSON.stringify(row)}`))
      }
    }
  }
  return wrong
}

const differ = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql<object>`select * from (${one}) except select * from (${other}) limit 10`
