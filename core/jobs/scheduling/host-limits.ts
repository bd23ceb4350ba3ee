import { sql } from 'kysely'
import type { HostPolicy } from '../../contracts/host-policy.ts'
import { statement, type Tx } from '../../store/index.ts'
import { type JobTables, State } from '../store/tables.ts'

/** Limits how many items of each host run at once, across all jobs: a semaphore per host, in the store. */
export interface HostLimits {
  /**
   * Acquires up to `limit` permits for items that start now. If none is free because of a pause, `retryAt` is its
   * end; otherwise a permit is free again when an item of the host has ended. Without `waits`, returns `locked` if
   * another transaction has locked the host: a transaction that has locked one host must not wait for another.
   */
  acquire(tx: Tx, host: string, limit: number, options: { now: number; waits: boolean }): Promise<Permits>
  /** Releases permits, as items of the host have ended, or there were fewer items than permits. Default: 1. */
  release(tx: Tx, host: string, permits?: number): Promise<void>
  /** Changes the limits of the host, from the next item on. They are kept for at least a day after `now`. */
  setPolicy(tx: Tx, host: string, policy: HostPolicy, now: number): Promise<void>
  /** Recounts the permits of a host's items, in case some got lost. */
  recount(tx: Tx, host: string): Promise<void>
}

export type Permits = { permits: number; retryAt?: number } | 'locked'

/** Items at once of a host without a policy. */
const PARALLEL = 1

type HostRow = JobTables['job_hosts']

const lockHost = statement<[host: string], HostRow>((db, [host], dialect) => {
  const query = db.selectFrom('job_hosts').selectAll().where('host', '=', host)
  return dialect === 'sqlite' ? query : query.forUpdate()
})
/** The same, unless another transaction has locked it. */
const tryLockHost = statement<[host: string], HostRow>((db, [host], dialect) => {
  const query = db.selectFrom('job_hosts').selectAll().where('host', '=', host)
  return dialect === 'sqlite' ? query : query.forUpdate().skipLocked()
})
const findHost = statement<[host: string], { host: string }>((db, [host]) =>
  db.selectFrom('job_hosts').select('host').where('host', '=', host),
)
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
/** Counts running items, which are few. */
const recountHost = statement<[host: string], never>((db, [host]) =>
  db
    .updateTable('job_hosts')
    .set({
      running: db
        .selectFrom('job_items')
        .select(db.fn.countAll<number>().as('running'))
        .where('state', '=', sql.lit(State.running))
        .where('job_items.host', '=', host),
    })
    .where('job_hosts.host', '=', host),
)

async function lock(tx: Tx, host: string): Promise<HostRow> {
  const known = await tx.get(lockHost, host)
  if (known) return known
  await tx.run(addHost, host, PARALLEL)
  return (await tx.get(lockHost, host)) as HostRow
}

async function tryLock(tx: Tx, host: string): Promise<HostRow | undefined> {
  const free = await tx.get(tryLockHost, host)
  return free || (await tx.get(findHost, host)) ? free : lock(tx, host)
}

const save = (tx: Tx, { host, parallel, running, gap, next_at }: HostRow) =>
  tx.run(updateHost, parallel, running, gap, next_at, host)

/** Keeps the limits in the store, so that they hold across all machines. */
export const hostLimits: HostLimits = {
  async acquire(tx, host, limit, { now, waits }) {
    const row = waits ? await lock(tx, host) : await tryLock(tx, host)
    if (!row) return 'locked'
    if (row.next_at > now) return { permits: 0, retryAt: row.next_at }
    const free = Math.max(0, row.parallel - row.running)
    const permits = Math.min(limit, free, row.gap > 0 ? 1 : free)
    if (permits === 0) return { permits }
    await save(tx, { ...row, running: row.running + permits, next_at: row.gap > 0 ? now + row.gap : row.next_at })
    return { permits }
  },
  release: async (tx, host, permits = 1) => void (await tx.run(releaseHost, permits, host)),
  async setPolicy(tx, host, { parallel, gap, notBefore }, now) {
    const row = await lock(tx, host)
    const next_at = Math.max(row.next_at, notBefore ?? 0, now)
    await save(tx, { ...row, parallel: parallel ?? row.parallel, gap: gap ?? row.gap, next_at })
  },
  async recount(tx, host) {
    // Every change to the items of a host locks it first, so from here on nothing changes.
    await lock(tx, host)
    await tx.run(recountHost, host)
  },
}
