import { sql } from 'kysely'
import { type Dialect, statement, type Tx } from '../../store/index.ts'
import type { JobTables } from '../store/tables.ts'

/** How a host wants to be treated. */
export interface Pace {
  /** Items at once, over all jobs and machines. */
  parallel?: number
  /** Milliseconds between the beginnings of two items. */
  gap?: number
  /** Epoch milliseconds before which it is left in peace. */
  notBefore?: number
}

/** Which hosts may be claimed now: the gate that all items with a `host` pass, whatever their job. */
export interface Hosts {
  /**
   * Takes places for items that begin now, `most` at the most. Without a free one it may say from when it is worth
   * asking again; otherwise that is when one of its items has ended.
   */
  take(tx: Tx, host: string, most: number, now: number): Promise<{ places: number; again?: number }>
  /** Gives places back: items at this host have ended, or there were fewer than places. Default 1. */
  free(tx: Tx, host: string, places?: number): Promise<void>
  /** Changes how the host is treated, from the next item on. */
  pace(tx: Tx, host: string, pace: Pace): Promise<void>
  /** Forgets all places: of a process that alone uses the store, at its start. */
  reset(tx: Tx): Promise<void>
}

/** Items at once of a host that nobody has said anything about. */
const PARALLEL = 1

type HostRow = JobTables['job_hosts']

const statementsOf = (dialect: Dialect) => ({
  lock: statement<[host: string], HostRow>((db, [host]) => {
    const query = db.selectFrom('job_hosts').selectAll().where('host', '=', host)
    return dialect === 'sqlite' ? query : query.forUpdate()
  }),
  add: statement<[host: string, parallel: number], never>((db, [host, parallel]) =>
    db
      .insertInto('job_hosts')
      .values({ host, parallel, running: 0, gap: 0, next_at: 0 })
      .onConflict((conflict) => conflict.column('host').doNothing()),
  ),
  save: statement<[parallel: number, running: number, gap: number, nextAt: number, host: string], never>(
    (db, [parallel, running, gap, next_at, host]) =>
      db.updateTable('job_hosts').set({ parallel, running, gap, next_at }).where('host', '=', host),
  ),
  free: statement<[places: number, host: string], never>((db, [places, host]) =>
    db
      .updateTable('job_hosts')
      .set((eb) => ({
        running: eb
          .case()
          .when('running', '>', places)
          .then(eb('running', '-', places))
          .else(sql.lit(0))
          .end(),
      }))
      .where('host', '=', host),
  ),
  reset: statement<[zero: number], never>((db, [running]) => db.updateTable('job_hosts').set({ running })),
})

/** The gate in the store: places and paces of hosts hold over all machines. */
export function createHosts(dialect: Dialect): Hosts {
  const statements = statementsOf(dialect)

  const lock = async (tx: Tx, host: string): Promise<HostRow> => {
    const known = await tx.get(statements.lock, host)
    if (known) return known
    await tx.run(statements.add, host, PARALLEL)
    return (await tx.get(statements.lock, host)) as HostRow
  }
  const save = ({ host, parallel, running, gap, next_at }: HostRow, tx: Tx) =>
    tx.run(statements.save, parallel, running, gap, next_at, host)

  return {
    async take(tx, host, most, now) {
      const row = await lock(tx, host)
      if (row.next_at > now) return { places: 0, again: row.next_at }
      const free = Math.max(0, row.parallel - row.running)
      const places = Math.min(most, free, row.gap > 0 ? 1 : free)
      if (places === 0) return { places }
      await save({ ...row, running: row.running + places, next_at: row.gap > 0 ? now + row.gap : row.next_at }, tx)
      return { places }
    },
    free: async (tx, host, places = 1) => void (await tx.run(statements.free, places, host)),
    async pace(tx, host, { parallel, gap, notBefore }) {
      const row = await lock(tx, host)
      const next_at = Math.max(row.next_at, notBefore ?? 0)
      await save({ ...row, parallel: parallel ?? row.parallel, gap: gap ?? row.gap, next_at }, tx)
    },
    reset: async (tx) => void (await tx.run(statements.reset, 0)),
  }
}
