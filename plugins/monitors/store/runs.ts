import type { Kit, Store, Tx } from 'weirjs'
import type { RunRow, RunStatus, Tables, WatchedRow } from './tables.ts'

/** Runs that are deleted in one transaction. */
const SWEEP_BATCH = 200

/** A run to be recorded; its expiry follows from the settings. */
export type NewRun = Omit<RunRow, 'files' | 'error' | 'warnings' | 'expires_at'> & {
  files: readonly string[]
  error?: unknown
  warnings?: readonly string[]
}

/** The results of runs, and the snapshots with which the next runs are compared. */
export class RunTable {
  readonly #store: Store
  readonly #files: Kit['files']

  constructor({ store, files }: Pick<Kit, 'store' | 'files'>) {
    this.#store = store
    this.#files = files
  }

  async add(tx: Tx, { files, error, warnings = [], ...run }: NewRun): Promise<void> {
    const row: RunRow = {
      ...run,
      files: JSON.stringify(files),
      error: error === undefined ? null : JSON.stringify(error),
      warnings: warnings.length === 0 ? null : JSON.stringify(warnings),
      expires_at: this.#files.retainedUntil(),
    }
    await tx.db<Tables>().insertInto('monitors_runs').values(row).execute()
  }

  /** Newest first. */
  list(monitor: string, options: { limit: number; after?: string; status?: RunStatus }): Promise<RunRow[]> {
    const { limit, after, status } = options
    let query = this.#store.db<Tables>().selectFrom('monitors_runs').selectAll().where('monitor', '=', monitor)
    if (after !== undefined) query = query.where('id', '<', after)
    if (status !== undefined) query = query.where('status', '=', status)
    return query.orderBy('id', 'desc').limit(limit).execute()
  }

  watched(monitor: string): Promise<WatchedRow | undefined> {
    const query = this.#store.db<Tables>().selectFrom('monitors_watched').selectAll()
    return query.where('monitor', '=', monitor).executeTakeFirst()
  }

  /** Replaces the snapshot with which later runs are compared. */
  async watch(tx: Tx, row: WatchedRow): Promise<void> {
    const db = tx.db<Tables>()
    const before = await db
      .selectFrom('monitors_watched')
      .select('reference')
      .where('monitor', '=', row.monitor)
      .executeTakeFirst()
    const insert = db.insertInto('monitors_watched').values(row)
    await insert.onConflict((same) => same.column('monitor').doUpdateSet({ ...row })).execute()
    if (before && before.reference !== row.reference) await this.#files.forget(tx, [before.reference])
  }

  /** Deletes the snapshot of a deleted monitor, and lets its runs expire: a sweep deletes them in batches. */
  async forget(tx: Tx, monitor: string): Promise<void> {
    const db = tx.db<Tables>()
    const gone = await db.deleteFrom('monitors_watched').where('monitor', '=', monitor).returning('reference').execute()
    await this.#files.forget(
      tx,
      gone.map(({ reference }) => reference),
    )
    await db.updateTable('monitors_runs').set({ expires_at: 0 }).where('monitor', '=', monitor).execute()
  }

  /** Deletes a batch of expired runs with their files. Returns their number. */
  async sweep(now: number): Promise<number> {
    return this.#store.write(
      async (tx) => {
        const db = tx.db<Tables>()
        const expired = db
          .selectFrom('monitors_runs')
          .select(['id', 'snapshot', 'files'])
          .where('expires_at', '<=', now)
        const rows = await expired.limit(SWEEP_BATCH).execute()
        if (rows.length === 0) return 0
        const files = rows.flatMap(({ snapshot, files }) => [
          ...(snapshot === null ? [] : [snapshot]),
          ...(JSON.parse(files) as string[]),
        ])
        await this.#files.forget(tx, files)
        const ids = rows.map(({ id }) => id)
        await db.deleteFrom('monitors_runs').where('id', 'in', ids).execute()
        return rows.length
      },
      { durable: false, reserved: true },
    )
  }
}
