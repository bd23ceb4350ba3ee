import { sql } from 'kysely'
import { statement } from '../../../store/index.ts'

// Literals, not parameters: a partial index is used only if the query itself contains its condition.

/** Opens a partition with queued items. It stays open until a claim finds none. */
export const openPartition = statement<[job: number, host: string], never>((db, [job, host]) =>
  db
    .insertInto('job_partitions')
    .values({ job, host, open: 1, served_at: 0, wake_at: null })
    .onConflict((conflict) => conflict.columns(['job', 'host']).doUpdateSet({ open: 1, wake_at: null })),
)

export const openPartitions = statement<[job: number], never>((db, [job]) =>
  db
    .updateTable('job_partitions')
    .set({ open: sql.lit(1) })
    .where('job', '=', job),
)

export const nextPartition = statement<[job: number], { host: string }>((db, [job]) =>
  db
    .selectFrom('job_partitions')
    .select('host')
    .where('job', '=', job)
    .where('open', '=', sql.lit(1))
    .orderBy('served_at')
    .limit(sql.lit(1)),
)

export const savePartition = statement<
  [open: number, servedAt: number, wakeAt: number | null, job: number, host: string],
  never
>((db, [open, served_at, wake_at, job, host]) =>
  db.updateTable('job_partitions').set({ open, served_at, wake_at }).where('job', '=', job).where('host', '=', host),
)

/** Opens a partition that waits for a permit of its host. */
export const reopenPartition = statement<[job: number, host: string], never>((db, [job, host]) =>
  db
    .updateTable('job_partitions')
    .set({ open: sql.lit(1) })
    .where('job', '=', job)
    .where('host', '=', host)
    .where('open', '=', sql.lit(0))
    .where('wake_at', 'is', null),
)

/**
 * Makes the partitions due that wait for a permit of this host, in all jobs but one. Skips locked ones: the
 * transaction that has locked them opens them, or starts items there.
 */
export const wakePartitionsOfHost = statement<[now: number, host: string, butOf: number], never>(
  (db, [now, host, butOf], dialect) => {
    const closed = db
      .selectFrom('job_partitions as closed')
      .select('closed.job')
      .where('closed.host', '=', host)
      .where('closed.open', '=', sql.lit(0))
      .where('closed.wake_at', 'is', null)
      .where('closed.job', '!=', butOf)
    return db
      .updateTable('job_partitions')
      .set({ wake_at: now })
      .where('host', '=', host)
      .where('job', 'in', dialect === 'sqlite' ? closed : closed.forUpdate().skipLocked())
  },
)

/** Jobs with due partitions. */
export const jobsOfDuePartitions = statement<[now: number, limit: number], { n: number }>((db, [now, limit]) =>
  db.selectFrom('job_partitions').select('job as n').where('wake_at', '<=', now).limit(limit),
)

export const openDuePartitions = statement<[job: number, now: number], never>((db, [job, now]) =>
  db.updateTable('job_partitions').set({ open: 1, wake_at: null }).where('job', '=', job).where('wake_at', '<=', now),
)

export const nextPartitionTime = statement<[], { at: number | null }>((db) =>
  db
    .selectFrom('job_partitions')
    .select('wake_at as at')
    .where('wake_at', 'is not', null)
    .orderBy('wake_at')
    .limit(sql.lit(1)),
)
