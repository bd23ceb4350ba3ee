import { sql } from 'kysely'
import type { HostPolicy } from '../../contracts/host-policy.ts'
import { statement, type Tx } from '../../store/index.ts'
import type { JobTables } from '../store/tables.ts'

/** How many items of each host may be under way, whatever their job: a semaphore of each, in the store. */
export interface HostLimits {
  /**
   * Acquires permits for items that begin now, `limit` at most. Without a free one it may say from when it is worth
   * asking again; otherwise that is when one of its items has ended.
   */
  acquire(tx: Tx, host: string, limit: number, now: number): Promise<{ permits: number; retryAt?: number }>
  /** Gives permits back: items at this host have ended, or there were fewer than permits. Default 1. */
  release(tx: Tx, host: string, permits?: number): Promise<void>
  /** Changes how the host is treated, from the next item on. */
  setPolicy(tx: Tx, host: string, policy: HostPolicy): Promise<void>
  /** Gives back all permits: of a process that alone uses the store, at its start. */
  reset(tx: Tx): Promise<void>
}

/** Items at once of a host that nobody has said anything about. */
const PARALLEL = 1

type HostRow = JobTables['job_hosts']

const lockHost = statement<[host: string], HostRow>((db, [host], dialect) => {
  const query = db.selectFrom('job_hosts').selectAll().where('host', '=', host)
  return dialect === 'sqlite' ? query : query.forUpdate()
})
const addHost = statement<[host: string, parallel: number], never>((db, [host, parallel]) =>
  db
    .insertInto('job_hosts')
    .values({ host, parallel, running: 0, gap: 0, next_at: 0 })
    .onConflict((conflict) => conflict.column('host').doNothing()),
)
const updateHost = statement<[parallel: number, running: number, gap: number, nextAt: number, host: string], never>(
  (db, [parallel, running, gap, next_at, host]) =>
    db.updateTable('job_hosts').set({ parallel, running, gap, next_at }).where('host', '=', host),
)
const releaseHost = statement<[permits: number, host: string], never>((db, [permits, host]) =>
  db
    .updateTable('job_hosts')
    .set((eb) => ({
      running: eb
        .case()
        .when('running', '>', permits)
        .then(eb('running', '-', permits))
        .else(sql.lit(0))
        .end(),
    }))
    .where('host', '=', host),
)
const resetHosts = statement<[zero: number], never>((db, [running]) => db.updateTable('job_hosts').set({ running }))

async function lock(tx: Tx, host: string): Promise<HostRow> {
  const known = await tx.get(lockHost, host)
  if (known) return known
  await tx.run(addHost, host, PARALLEL)
  return (await tx.get(lockHost, host)) as HostRow
}

const save = (tx: Tx, { host, parallel, running, gap, next_at }: HostRow) =>
  tx.run(updateHost, parallel, running, gap, next_at, host)

/** Limits in the store: they hold over all machines. */
export const hostLimits: HostLimits = {
  async acquire(tx, host, limit, now) {
    const row = await lock(tx, host)
    if (row.next_at > now) return { permits: 0, retryAt: row.next_at }
    const free = Math.max(0, row.parallel - row.running)
    const permits = Math.min(limit, free, row.gap > 0 ? 1 : free)
    if (permits === 0) return { permits }
    await save(tx, { ...row, running: row.running + permits, next_at: row.gap > 0 ? now + row.gap : row.next_at })
    return { permits }
  },
  release: async (tx, host, permits = 1) => void (await tx.run(releaseHost, permits, host)),
  async setPolicy(tx, host, { parallel, gap, notBefore }) {
    const row = await lock(tx, host)
    const next_at = Math.max(row.next_at, notBefore ?? 0)
    await save(tx, { ...row, parallel: parallel ?? row.parallel, gap: gap ?? row.gap, next_at })
  },
  reset: async (tx) => void (await tx.run(resetHosts, 0)),
}
