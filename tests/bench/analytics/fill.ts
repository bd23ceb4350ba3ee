import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { ALL_ACCOUNTS, createUsage } from '../../../core/credits/usage.ts'
import { type UsageTables, usageMigration, usageMoveMigration } from '../../../core/credits/usage-tables.ts'
import { CORE, coreMigrations } from '../../../core/host/core-migrations.ts'
import { createLog } from '../../../core/log.ts'
import { openStore } from '../../../core/store/index.ts'
import { cpuTime } from '../figures.ts'

const HOUR = 3_600_000
const log = createLog('text', () => {})
/** All but the first use four endpoints in every seventh hour, the first all of them in each. */
const ACCOUNTS = 1_000
const EVERY = 7
const ENDPOINTS = [
  'scrape',
  'batch',
  'crawl',
  'map',
  'search',
  'extract',
  'enrichment',
  'archive',
  'monitors',
  'results',
]
const ORDINARY = 4
const IN_AN_HOUR = ENDPOINTS.length + Math.ceil(ACCOUNTS / EVERY) * ORDINARY

const timed = async <T>(what: string, work: () => Promise<T> | T): Promise<T> => {
  const [started, cpu] = [performance.now(), cpuTime()]
  const result = await work()
  console.log(
    `${what}: ${((performance.now() - started) / 1000).toFixed(1)} s, of the processor ${((cpuTime() - cpu) / 1000).toFixed(1)} s`,
  )
  return result
}

/** What was filled in so far: a folder of ten million goes on where it was left. */
export interface Filling {
  /** Accounts that exist; the others are ids alone. */
  busiest: Account
  ordinary: Account
  /** The hour to be filled in next, and the one at which it ends, since 1970. */
  next: number
  end: number
}
interface Account {
  id: string
  key: string
}

/** Begins to fill a store with so many hours of usage up to now. */
export async function beginFilling(
  dataDir: string,
  rows: number,
  busiest: Account,
  ordinary: Account,
): Promise<Filling> {
  const older = await openStore({ dataDir, log })
  await older.write(async (tx) => {
    await usageMigration.up(tx.db(), 'sqlite')
    const db = tx.db<UsageTables & { migrations: { name: string } }>()
    await db.deleteFrom('migrations').where('name', '=', usageMoveMigration.name).execute()
    await db.updateTable('usage_rolled_up').set({ hour: 0, account: ALL_ACCOUNTS }).execute()
  })
  await older.close()
  const end = Math.floor(Date.now() / HOUR)
  return { busiest, ordinary, next: end - Math.ceil(rows / IN_AN_HOUR), end }
}

/** Fills hours in, each with its charges in the ledger, as a store has them from before there were roll-ups. */
export async function fill(dataDir: string, filling: Filling, save: (filling: Filling) => void) {
  if (filling.next === filling.end) return
  await timed(`Hours of usage and their charges, from ${filling.end - filling.next} hours ago`, () => {
    const db = new Database(join(dataDir, 'weir.db'))
    db.run('PRAGMA synchronous = OFF')
    const use = db.prepare('insert into usage values (?, ?, ?, 3, 1, 120, 500, 1)')
    const charge = db.prepare(
      "insert into ledger (account, key, kind, amount, held, hold, endpoint, pages, at) values (?, ?, 'charge', -500, 0, null, ?, 1, ?)",
    )
    const { busiest, ordinary } = filling
    const accounts = Array.from({ length: ACCOUNTS }, (_, at) =>
      at === 0 ? busiest.id : at === 1 ? ordinary.id : `usr_01900000-0000-7000-8000-${String(at).padStart(12, '0')}`,
    )
    while (filling.next < filling.end) {
      const until = Math.min(filling.next + 200, filling.end)
      db.transaction(() => {
        for (let hour = filling.next; hour < until; hour++)
          for (let at = 0; at < ACCOUNTS; at++) {
            const endpoints = at === 0 ? ENDPOINTS.length : (at + hour) % EVERY === 0 ? ORDINARY : 0
            for (let e = 0; e < endpoints; e++) {
              const endpoint = ENDPOINTS[e]!
              use.run(accounts[at]!, hour * HOUR, endpoint)
              charge.run(accounts[at]!, `${hour} ${endpoint}`, endpoint, hour * HOUR + 1)
            }
          }
      })()
      filling.next = until
      save(filling)
    }
    db.close()
  })
}

/**
 * Moves what is there into the new table and rolls it up, as the first start of a new version does. Goes on where it
 * was left.
 */
export async function bringUpToDate(dataDir: string) {
  const store = await openStore({ dataDir, log })
  await timed('Moved into the new table', () => store.migrate(CORE, coreMigrations))
  await timed('Rolled up', async () => {
    const usage = createUsage({ store, clock: { now: Date.now }, log })
    await usage.rollUp()
    await usage.close()
  })
  await store.close()
}

/** Compares the roll-ups with the ledger: by account and endpoint, and in sum by each span. Gives what differs. */
export function compare(dataDir: string): { charges: number; wrong: string[] } {
  const db = new Database(join(dataDir, 'weir.db'), { readonly: true })
  const charges = db.prepare<{ n: number }, []>("select count(*) as n from ledger where kind = 'charge'").get()!.n
  const ledger = `select account, endpoint, -sum(amount) as millicredits, sum(pages) as pages from ledger
    where kind = 'charge' group by 1, 2`
  const kept = (span: string, of: string) => `select ${of === '*' ? "'*'" : 'account'}, endpoint,
    sum(millicredits), sum(pages) from usage_totals, usage_rolled_up reached where (span = '${span}' and account ${of === '*' ? '=' : '>'} '*')
    ${span === 'hour' && of !== '*' ? '' : "or (span = 'hour' and account > '*' and (start > hour or (start = hour and account > reached.account)))"} group by 1, 2`
  const sums = `select '*', endpoint, sum(millicredits), sum(pages) from (${ledger}) group by 1, 2`
  const wrong: string[] = []
  for (const of of ['account', '*'])
    for (const span of ['hour', 'day', 'month']) {
      const query = kept(span, of)
        .replaceAll('account', 'usage_totals.account')
        .replaceAll('reached.usage_totals.', 'reached.')
      const entered = of === '*' ? sums : ledger
      const rows = db
        .prepare(`select * from (select * from (${query}) except select * from (${entered})) union all
          select * from (select * from (${entered}) except select * from (${query}))`)
        .all()
      wrong.push(...rows.map((row) => `${span} of ${of}: ${JSON.stringify(row)}`))
    }
  db.close()
  return { charges, wrong }
}
