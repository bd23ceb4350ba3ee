import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { sql } from 'kysely'
import { ALL_ACCOUNTS, createUsage } from '../../../core/credits/usage.ts'
import { type UsageTables, usageMigration, usageMoveMigration } from '../../../core/credits/usage-tables.ts'
import { createLog } from '../../../core/log.ts'
import { openStore } from '../../../core/store/index.ts'
import { cpuTime } from '../figures.ts'

const HOUR = 3_600_000
const log = createLog('text', () => {})
/** The first account uses all endpoints in every hour, the others use four in every seventh hour. */
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

/** The progress of filling a store, so that an interrupted run continues. */
export interface Filling {
  /** Accounts that exist; the others are only ids. */
  busiest: Account
  ordinary: Account
  /** The next hour to fill, and the hour at which filling ends, in hours since 1970. */
  next: number
  end: number
}
interface Account {
  id: string
  key: string
}

/** Starts to fill a store with rows of hourly usage up to now. */
export async function beginFilling(
  dataDir: string,
  rows: number,
  busiest: Account,
  ordinary: Account,
): Promise<Filling> {
  const older = await openStore({ dataDir, log })
  await older.write(async (tx) => {
    await usageMigration.up(tx.db(), 'sqlite')
    await tx.db<UsageTables>().updateTable('usage_rolled_up').set({ hour: 0, account: ALL_ACCOUNTS }).execute()
  })
  await older.close()
  const end = Math.floor(Date.now() / HOUR)
  return { busiest, ordinary, next: end - Math.ceil(rows / IN_AN_HOUR), end }
}

/** Fills hours, each with its charges in the ledger, as in a store from before roll-ups existed. */
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
 * Moves existing usage into the new table and rolls it up, as the first start of a new version does. An interrupted
 * run continues.
 */
export async function bringUpToDate(dataDir: string) {
  const store = await openStore({ dataDir, log })
  const tables = await sql`select 1 from sqlite_master where name = 'usage'`.execute(store.db())
  if (tables.rows.length > 0)
    await timed('Moved into the new table', async () => {
      const { slice, up } = usageMoveMigration
      let more = true
      while (more) more = await store.write(async (tx) => (await slice?.(tx.db(), 'sqlite')) ?? false)
      await store.write((tx) => up(tx.db(), 'sqlite'))
    })
  await timed('Rolled up', async () => {
    const usage = createUsage({ store, clock: { now: Date.now }, log })
    await usage.rollUp()
    await usage.close()
  })
  await store.close()
}

interface Sum {
  account: string
  endpoint: string
  millicredits: number
  pages: number
}
const sumsOf = (rows: readonly Sum[]) =>
  new Map(
    rows.map(({ account, endpoint, millicredits, pages }) => [`${account} ${endpoint}`, `${millicredits} ${pages}`]),
  )

/** Compares the roll-ups with the ledger, by account and endpoint, and returns the differences. */
export function compare(dataDir: string): { charges: number; wrong: string[] } {
  const db = new Database(join(dataDir, 'weir.db'), { readonly: true })
  const entered = db
    .prepare<Sum & { charges: number }, []>(
      `select account, endpoint, -sum(amount) as millicredits, sum(pages) as pages, count(*) as charges from ledger
        where kind = 'charge' group by 1, 2`,
    )
    .all()
  const ofAll = new Map<string, Sum>()
  for (const { endpoint, millicredits, pages } of entered) {
    const sum = ofAll.get(endpoint) ?? { account: ALL_ACCOUNTS, endpoint, millicredits: 0, pages: 0 }
    ofAll.set(endpoint, { ...sum, millicredits: sum.millicredits + millicredits, pages: sum.pages + pages })
  }
  const wrong: string[] = []
  for (const whose of ['account', 'all'] as const)
    for (const span of ['hour', 'day', 'month'] as const) {
      const isBase = whose === 'account' && span === 'hour'
      const left = isBase
        ? ''
        : `or (totals.span = 'hour' and totals.account > '*' and (totals.start > reached.hour
            or (totals.start = reached.hour and totals.account > reached.account)))`
      const kept = db
        .prepare<Sum, []>(
          `select ${whose === 'all' ? "'*'" : 'totals.account'} as account, endpoint, sum(millicredits) as millicredits,
            sum(pages) as pages from usage_totals totals, usage_rolled_up reached
            where (totals.span = '${span}' and totals.account ${whose === 'all' ? '=' : '>'} '*') ${left} group by 1, 2`,
        )
        .all()
      const [should, is] = [sumsOf(whose === 'all' ? [...ofAll.values()] : entered), sumsOf(kept)]
      for (const name of new Set([...should.keys(), ...is.keys()]))
        if (should.get(name) !== is.get(name))
          wrong.push(`${span} of ${name}: ${is.get(name)} where the ledger has ${should.get(name)}`)
    }
  db.close()
  return { charges: entered.reduce((sum, { charges }) => sum + charges, 0), wrong }
}
