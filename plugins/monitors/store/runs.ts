import type { Kit, Store, Tx } from 'weirjs'
import type { RunRow, RunStatus, Tables, WatchedRow } from './tables.ts'

/** Runs that are dropped in one transaction. */
const SWEEP_BATCH = 200

/** What of a run does not follow from where it stands. */
export type NewRun = Omit<RunRow, 'files' | 'error' | 'expires_at'> & { files: readonly string[]; error?: unknown }

/** What runs came to, and what the next ones are compared with. */
export class RunTable {
  readonly #store: Store
  readonly #files: Kit['files']

  constructor({ store, files }: Pick<Kit, 'store' | 'files'>) {
    this.#store = store
    this.#files = files
  }

  async add(tx: Tx, { files, error, ...run }: NewRun): Promise<void> {
    const row: RunRow = {
      ...run,
      files: JSON.stringify(files),
      error: error === undefined ? null : JSON.stringify(error),
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

  /** What later runs are compared with, in place of what was there. */
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

  async forget(tx: Tx, monitor: string): Promise<void> {
    const db = tx.db<Tables>()
    const gone = await db.deleteFrom('monitors_watched').where('monitor', '=', monitor).returning('reference').execute()
    await this.#files.forget(
      tx,
      gone.map(({ reference }) => reference),
    )
    // The sweep deletes the rows and their files, some at a time.
    await db.updateTable('monitors_runs').set({ expires_at: 0 }).where('monitor', '=', monitor).execute()
  }

  /** Drops some of the runs that have expired, with their files. Gives how many. */
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
