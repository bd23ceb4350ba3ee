import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/index.ts'
import { isStorageFull } from '../store/storage-error.ts'
import { createWriteBehind } from '../store/write-behind.ts'
import { bucketName, bucketsOf, floorTo, type Granularity, type Period } from './period.ts'
import { countHour, readRolledUp, type UsageTotals } from './usage-count.ts'
import { type Reading, type ReadRow, readUsage } from './usage-read.ts'
import { createRollUp } from './usage-roll-up.ts'
import { COUNTS } from './usage-tables.ts'

export type { UsageTotals } from './usage-count.ts'
export { ALL_ACCOUNTS } from './usage-tables.ts'

export interface UsageBucket extends UsageTotals {
  /** See `bucketName`. */
  period: string
}

/**
 * The usage of accounts, by time and endpoint; `ALL_ACCOUNTS` is that of all together. Reads are up to date, and need
 * few rows whatever the period.
 */
export interface Usage {
  /** Counts an answered request. Written after a while, or before the next read. */
  request(accountId: string, request: { endpoint: string; ms: number; failed: boolean }): void
  totals(accountId: string, period: Period): Promise<UsageTotals>
  /** Highest usage first. */
  byEndpoint(accountId: string, period: Period): Promise<(UsageTotals & { endpoint: string })[]>
  /** The accounts with the highest usage, in order. */
  byAccount(period: Period, limit: number): Promise<(UsageTotals & { account: string })[]>
  /** All buckets of the period, including empty ones. */
  series(accountId: string, period: Period, granularity: Granularity): Promise<UsageBucket[]>
  /** Rolls up past hours, which otherwise happens by itself; a failure is logged. */
  rollUp(): Promise<void>
  close(): Promise<void>
}

/** Milliseconds until counts are written. */
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
          const rolledUp = await readRolledUp(tx)
          for (const { requests, failures, milliseconds, ...when } of entries.values())
            countHour(tx, rolledUp, when, [requests, failures, Math.round(milliseconds), 0, 0])
        },
        { durable: false },
      ),
    log,
  })
  const rollUp = createRollUp({ store, clock, log })
  rollUp.start()

  const read = async (reading: Reading) => {
    // Reads must work on a full disk too; then counts that could not be written are missing.
    await counts.flush().catch((error: unknown) => {
      if (!isStorageFull(error)) throw error
    })
    return readUsage(store, reading)
  }

  return {
    request(account, { endpoint, ms, failed }) {
      const hour = floorTo('hour', clock.now())
      const counted = { account, hour, endpoint, requests: 1, failures: failed ? 1 : 0, milliseconds: ms }
      counts.add(`${account} ${hour} ${endpoint}`, counted)
    },

    async totals(account, period) {
      const [row] = await read({ whose: { account }, period })
      return row ? toTotals(row) : nothing()
    },

    async byEndpoint(account, period) {
      const rows = await read({ whose: { account }, period, by: 'endpoint' })
      const totals = rows.map((row) => ({ endpoint: row.endpoint, ...toTotals(row) }))
      return totals.sort((a, b) => b.millicredits - a.millicredits || b.requests - a.requests)
    },

    async byAccount(period, limit) {
      const rows = await read({ whose: 'each', period, by: 'account', limit })
      return rows.map((row) => ({ account: row.account, ...toTotals(row) }))
    },

    async series(account, period, granularity) {
      const starts = bucketsOf(period, granularity)
      const buckets = new Map(starts.map((start) => [start, { period: bucketName(granularity, start), ...nothing() }]))
      for (const row of await read({ whose: { account }, period, granularity, by: 'start' })) {
        const bucket = buckets.get(floorTo(granularity, row.start))
        if (bucket) for (const name of COUNTS) bucket[name] += row[name]
      }
      return [...buckets.values()]
    },

    rollUp: rollUp.sweep,

    async close() {
      await rollUp.close()
      await counts.close()
    },
  }
}

const nothing = (): UsageTotals => ({ requests: 0, failures: 0, milliseconds: 0, millicredits: 0, pages: 0 })
const toTotals = ({ requests, failures, milliseconds, millicredits, pages }: ReadRow): UsageTotals => ({
  requests,
  failures,
  milliseconds,
  millicredits,
  pages,
})
