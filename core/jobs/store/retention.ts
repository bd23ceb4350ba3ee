import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Files, StoredFile } from '../../files/files.ts'
import { describeError, type Log } from '../../log.ts'
import { type Store, statement } from '../../store/index.ts'
import { releaseBodies } from './results.ts'

const DAY = 86_400_000
/** Milliseconds between two purges, and from the start to the first. */
const EVERY = 15 * 60_000
const FIRST = 2_000
/** Rows that are deleted in one transaction. */
const BATCH = 200

const expiredJobs = statement<[before: number, limit: number], { n: number }>((db, [before, limit]) =>
  db.selectFrom('jobs').select('n').where('ended_at', '<=', before).orderBy('ended_at').limit(limit),
)
const someResults = statement<
  [job: number, limit: number],
  { position: number; body: Uint8Array; files: string | null }
>((db, [job, limit]) =>
  db
    .selectFrom('job_results')
    .select(['position', 'body', 'files'])
    .where('job', '=', job)
    .orderBy('position')
    .limit(limit),
)
const dropResult = statement<[job: number, position: number], never>((db, [job, position]) =>
  db.deleteFrom('job_results').where('job', '=', job).where('position', '=', position),
)
const dropItems = statement<[job: number, limit: number], never>((db, [job, limit]) =>
  db
    .deleteFrom('job_items')
    .where('job', '=', job)
    .where(
      'seq',
      'in',
      db
        .selectFrom('job_items as some')
        .select('some.seq')
        .where('some.job', '=', job)
        .orderBy('some.seq')
        .limit(limit),
    ),
)
const dropUnusedBodies = statement<[], never>((db) => db.deleteFrom('job_bodies').where('uses', '<=', sql.lit(0)))
const dropQuietHosts = statement<[before: number], never>((db, [before]) =>
  db.deleteFrom('job_hosts').where('running', '=', 0).where('next_at', '<', before),
)

export interface RetentionPorts {
  store: Store
  files: Files
  clock: Clock
  log: Log
}

/** Deletes jobs that ended longer ago than they are kept, with all that belongs to them. */
export function createRetention({ store, files, clock, log }: RetentionPorts, retentionDays: number) {
  const options = { durable: false, reserved: true }
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const dropJob = async (n: number) => {
    for (let found = BATCH; found === BATCH && !stopped; ) {
      found = await store.write(async (tx) => {
        const results = await tx.all(someResults, n, BATCH)
        for (const { position, body, files: listed } of results) {
          await releaseBodies(tx, body)
          const made: StoredFile[] = listed === null ? [] : JSON.parse(listed)
          await files.forget(
            tx,
            made.map(({ id }) => id),
          )
          await tx.run(dropResult, n, position)
        }
        return results.length
      }, options)
    }
    while (!stopped && (await store.write((tx) => tx.run(dropItems, n, BATCH), options)) === BATCH);
    if (stopped) return
    await store.write(async (tx) => {
      const db = tx.db<Record<string, { job: number; n: number }>>()
      for (const table of ['job_inputs', 'job_partitions', 'job_once'])
        await db.deleteFrom(table).where('job', '=', n).execute()
      await db.deleteFrom('jobs').where('n', '=', n).execute()
    }, options)
  }

  const purgeExpired = async () => {
    while (retentionDays > 0 && !stopped) {
      const jobs = await store.all(expiredJobs, clock.now() - retentionDays * DAY, BATCH)
      for (const { n } of jobs) if (!stopped) await dropJob(n)
      if (jobs.length < BATCH) break
    }
    await store.write(async (tx) => {
      await tx.run(dropUnusedBodies)
      await tx.run(dropQuietHosts, clock.now() - DAY)
    }, options)
  }

  const schedule = (wait: number) => {
    timer = setTimeout(() => {
      purgeExpired()
        .catch((error) => log.warn('Old jobs could not be deleted yet', { cause: describeError(error) }))
        .finally(() => stopped || schedule(EVERY))
    }, wait)
    timer.unref?.()
  }

  return {
    start: () => schedule(FIRST),
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
