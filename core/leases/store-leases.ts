import { sql } from 'kysely'
import { endOnAbort } from '../abort.ts'
import type { Leases } from '../contracts/leases.ts'
import type { Log } from '../log.ts'
import { type Migration, rowList, rowsIn, type Store, statement } from '../store/index.ts'
import { databaseTime } from '../store/postgres/database-time.ts'
import { warnOfFailure } from '../store/storage-error.ts'

export const leasesMigration: Migration = {
  name: '026-leases',
  async up(db) {
    await db.schema
      .createTable('leases')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('process', 'text', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}

/** Milliseconds between two heartbeats, and for which names are held without one. */
const BEAT = 5_000
const LEASE = 15_000
/** Milliseconds between two attempts without a notification that a name is free. */
const TRY_AGAIN = 1_000
const CHANNEL = 'leases'

const takeLease = statement<[name: string, process: string, note: string, lease: number], never>(
  (db, [name, process, note, lease]) =>
    db
      .insertInto('leases')
      .values({ name, process, note, ends_at: sql`${databaseTime} + ${lease}::bigint` })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((eb) => ({
            process: eb.ref('excluded.process'),
            note: eb.ref('excluded.note'),
            ends_at: eb.ref('excluded.ends_at'),
          }))
          .where('leases.ends_at', '<=', databaseTime),
      ),
)
const readNote = statement<[name: string], { note: string }>((db, [name]) =>
  db.selectFrom('leases').select('note').where('name', '=', name),
)
/** Only those that are held: a name must expire if its release could not be written. */
const extendLeases = statement<[process: string, names: string, lease: number], never>(
  (db, [process, names, lease], dialect) =>
    db
      .updateTable('leases')
      .set({ ends_at: sql`${databaseTime} + ${lease}::bigint` })
      .where('process', '=', process)
      .where('name', 'in', sql<string>`(select entry ->> 0 from ${rowsIn(names, dialect)})`),
)
const releaseLease = statement<[name: string, process: string], never>((db, [name, process]) =>
  db.deleteFrom('leases').where('name', '=', name).where('process', '=', process),
)
const releaseAll = statement<[process: string], never>((db, [process]) =>
  db.deleteFrom('leases').where('process', '=', process),
)

interface StoreLeasesParts {
  store: Store
  log: Log
  /** Milliseconds between two heartbeats. */
  every?: number
}

/** Leases in Postgres. */
export function createStoreLeases({ store, log, every = BEAT }: StoreLeasesParts): Leases {
  const process = crypto.randomUUID()
  const held = new Set<string>()
  const waiting = new Map<string, Set<() => void>>()
  const options = { durable: false, reserved: true }

  const wake = (name: string) => {
    for (const resolve of waiting.get(name) ?? []) resolve()
  }
  const stop = store.listen(CHANNEL, {
    heard: wake,
    missed() {
      for (const name of waiting.keys()) wake(name)
    },
  })
  const failed = (error: unknown) => warnOfFailure({ log, store }, 'Leases could not be written', error)
  const beat = setInterval(() => {
    if (held.size === 0) return
    const names = rowList([...held].map((name) => [name]))
    store.write((tx) => tx.run(extendLeases, process, names, LEASE), options).catch(failed)
  }, every)
  beat.unref?.()

  const release = (name: string) =>
    store
      .write(async (tx) => {
        await tx.run(releaseLease, name, process)
        await tx.notify(CHANNEL, name)
      }, options)
      // It expires by itself a little later.
      .catch(failed)

  return {
    async take(name, note = '') {
      for (;;) {
        const taken = await store.write((tx) => tx.run(takeLease, name, process, note, LEASE), options)
        if (taken > 0) break
        const other = await store.get(readNote, name)
        // It may have been released meanwhile.
        if (other) return { heldWith: other.note }
      }
      held.add(name)
      return {
        release() {
          if (held.delete(name)) void release(name)
        },
      }
    },
    async free(name, signal) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const resolvers = waiting.get(name) ?? new Set()
      waiting.set(name, resolvers.add(resolve))
      const timer = setTimeout(resolve, TRY_AGAIN)
      try {
        await endOnAbort(promise, signal)
      } finally {
        clearTimeout(timer)
        resolvers.delete(resolve)
        if (resolvers.size === 0) waiting.delete(name)
      }
    },
    async close() {
      clearInterval(beat)
      stop()
      held.clear()
      await store.write((tx) => tx.run(releaseAll, process), options).catch(failed)
    },
  }
}
