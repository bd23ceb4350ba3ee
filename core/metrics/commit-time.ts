import { memoizeFor } from '../concurrency/memoize-for.ts'
import { isApiError } from '../errors.ts'
import { type Migration, type Store, statement } from '../store/index.ts'

/** Milliseconds for which a measurement is reused. */
const HOLDS = 1000

export const healthChecksMigration: Migration = {
  name: '023-health-checks',
  async up(db) {
    await db.schema
      .createTable('health_checks')
      .addColumn('id', 'bigint', (column) => column.primaryKey())
      .addColumn('checks', 'bigint', (column) => column.notNull())
      .execute()
    await db.insertInto('health_checks').values({ id: 1, checks: 0 }).execute()
  },
}

const count = statement<[], never>((db) =>
  db.updateTable('health_checks').set((row) => ({ checks: row('checks', '+', 1) })),
)

/**
 * Measures how long a write waits, from the request until it is on disk, in ms; undefined if the store accepts no
 * writes. Measures at most once a second.
 */
export const createCommitTime = (store: Store): (() => Promise<number | undefined>) =>
  memoizeFor(HOLDS, async () => {
    const started = performance.now()
    try {
      await store.write((tx) => tx.run(count))
    } catch (error) {
      if (isApiError(error)) return undefined
      throw error
    }
    return Math.round((performance.now() - started) * 100) / 100
  })
