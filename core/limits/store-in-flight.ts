import { sql } from 'kysely'
import { sleep } from '../abort.ts'
import type { Log } from '../log.ts'
import { type Migration, type Store, statement } from '../store/index.ts'
import { databaseTime } from '../store/postgres/database-time.ts'
import { warnOfFailure } from '../store/storage-error.ts'
import { Flight } from './flight.ts'
import type { InFlight } from './in-flight.ts'

/** How many requests of an account each process has in flight. */
export const inFlightMigration: Migration = {
  name: '025-in-flight',
  async up(db) {
    await db.schema
      .createTable('in_flight')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('process', 'text', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      // Over ten seconds, in thousandths.
      .addColumn('average', 'bigint', (column) => column.notNull())
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('in_flight_key', ['account', 'process'])
      .execute()
  },
}

/** Milliseconds between two heartbeats, and for which requests of a process without one still count. */
const BEAT = 5_000
const LEASE = 15_000
/** Milliseconds between attempts, as a request may just have ended elsewhere, and the number of attempts. */
const LOOK_AGAIN = 40
const LOOKS = 4

const countOthers = statement<[account: string, process: string], { count: number; average: number }>(
  (db, [account, process]) =>
    db
      .selectFrom('in_flight')
      .select(({ fn }) => [
        fn.coalesce(fn.sum('count'), sql.lit(0)).as('count'),
        fn.coalesce(fn.sum('average'), sql.lit(0)).as('average'),
      ])
      .where('account', '=', account)
      .where('process', '!=', process)
      .where('ends_at', '>', databaseTime),
)
const setOwn = statement<[account: string, process: string, count: number, average: number, lease: number], never>(
  (db, [account, process, count, average, lease]) =>
    db
      .insertInto('in_flight')
      .values({ account, process, count, average, ends_at: sql`${databaseTime} + ${lease}::bigint` })
      .onConflict((conflict) =>
        conflict.columns(['account', 'process']).doUpdateSet((eb) => ({
          count: eb.ref('excluded.count'),
          average: eb.ref('excluded.average'),
          ends_at: eb.ref('excluded.ends_at'),
        })),
      ),
)
const removeOwn = statement<[account: string, process: string], never>((db, [account, process]) =>
  db.deleteFrom('in_flight').where('account', '=', account).where('process', '=', process),
)

/** The requests in flight of several processes that share a store: each counts those of the others. */
export function createStoreInFlight({ store, log }: { store: Store; log: Log }): InFlight {
  const process = crypto.randomUUID()
  const accounts = new Map<string, Flight>()
  /** The requests of other processes by account, when last read. */
  const elsewhere = new Map<string, number>()
  /** Accounts whose count in this process has not been written yet. */
  const changed = new Set<string>()
  let writing: Promise<void> = Promise.resolve()

  const now = () => performance.now()
  const flightOf = (account: string) => {
    const flight = accounts.get(account) ?? new Flight(now())
    accounts.set(account, flight)
    return flight
  }
  const averageOf = (flight: Flight) => Math.round(flight.average(now()) * 1000)

  /** Writes the counts of this process. After a failure the next heartbeat writes them. */
  const write = (names: readonly string[]) => {
    writing = writing
      .then(() =>
        store.write(
          async (tx) => {
            // In sorted order, to avoid deadlocks between processes.
            for (const account of [...names].sort()) {
              const flight = accounts.get(account)
              if (flight) await tx.run(setOwn, account, process, flight.count, averageOf(flight), LEASE)
              else await tx.run(removeOwn, account, process)
            }
          },
          { durable: false, reserved: true },
        ),
      )
      .then(() => {})
      .catch((error: unknown) =>
        warnOfFailure({ log, store }, 'Requests in flight could not be told to the other processes', error),
      )
    return writing
  }
  const tell = (account: string) => {
    changed.add(account)
    // Requests that end at the same moment are written together.
    if (changed.size === 1)
      queueMicrotask(() => {
        const names = [...changed]
        changed.clear()
        void write(names)
      })
  }
  const forgetIdle = () => {
    for (const [account, flight] of accounts) {
      if (flight.count > 0 || flight.average(now()) > 0) continue
      accounts.delete(account)
      elsewhere.delete(account)
      changed.add(account)
    }
  }
  const beat = setInterval(() => {
    forgetIdle()
    const names = [...accounts.keys(), ...changed]
    changed.clear()
    if (names.length > 0) void write(names)
  }, BEAT)
  beat.unref?.()

  /** Counts one more if there is room, across all processes. */
  const tryOnce: InFlight['acquire'] = async (account, { concurrent, burst }) => {
    let flight: Flight | undefined
    // Counted before the commit, as the next request of this process may check before that.
    const undo = () => {
      flight?.change(-1, now())
      flight = undefined
    }
    try {
      await store.write(
        async (tx) => {
          undo()
          await tx.lock(`in flight ${account}`)
          const others = (await tx.get(countOthers, account, process))!
          const own = flightOf(account)
          elsewhere.set(account, others.count)
          if (concurrent !== null && own.count + others.count >= concurrent) return
          if (burst !== null && averageOf(own) + others.average >= burst * 1000) return
          own.change(1, now())
          flight = own
          await tx.run(setOwn, account, process, own.count, averageOf(own), LEASE)
        },
        { durable: false, reserved: true },
      )
    } catch (error) {
      undo()
      throw error
    }
    if (!flight) return undefined
    return () => {
      if (!flight) return
      undo()
      tell(account)
    }
  }

  return {
    async acquire(account, rule) {
      for (let look = 1; ; look++) {
        const release = await tryOnce(account, rule)
        if (release || look === LOOKS || !elsewhere.get(account)) return release
        await sleep(LOOK_AGAIN)
      }
    },
    count: (account) => (accounts.get(account)?.count ?? 0) + (elsewhere.get(account) ?? 0),
    async close() {
      clearInterval(beat)
      const names = [...accounts.keys(), ...changed]
      accounts.clear()
      await write(names)
    },
  }
}
