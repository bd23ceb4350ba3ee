import { sql } from 'kysely'
import { statement } from '../../../store/index.ts'

// Literals, not parameters: an index on some rows is used where the query itself says that it asks for no others.

/** A partition that has something to do is open until a claim finds otherwise. */
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

/** Opens the partitions of a host, in all jobs. */
export const openPartitionsOfHost = statement<[host: string], { job: number }>((db, [host]) =>
  db
    .updateTable('job_partitions')
    .set({ open: 1, wake_at: null })
    .where('host', '=', host)
    .where('open', '=', sql.lit(0))
    .returning('job'),
)

export const duePartitions = statement<[now: number], { job: number }>((db, [now]) =>
  db.updateTable('job_partitions').set({ open: 1, wake_at: null }).where('wake_at', '<=', now).returning('job'),
)

export const nextPartitionTime = statement<[], { at: number | null }>((db) =>
  db
    .selectFrom('job_partitions')
    .select('wake_at as at')
    .where('wake_at', 'is not', null)
    .orderBy('wake_at')
    .limit(sql.lit(1)),
)
