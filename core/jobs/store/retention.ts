import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Leases } from '../../contracts/leases.ts'
import type { Log } from '../../log.ts'
import { statement } from '../../store/index.ts'
import { createSweeper, type Sweeper } from '../../store/sweeper.ts'
import { type DeletePorts, deleteJob } from './delete-job.ts'

const DAY = 86_400_000
/** Milliseconds between two purges, and before the first. */
const EVERY = 15 * 60_000
const FIRST = 2_000
/** Jobs that are deleted at a time. */
const BATCH = 200

const expiredJobs = statement<[before: number, limit: number], { n: number }>((db, [before, limit]) =>
  db.selectFrom('jobs').select('n').where('ended_at', '<=', before).orderBy('ended_at').limit(limit),
)
const dropUnusedBodies = statement<[], never>((db) => db.deleteFrom('job_bodies').where('uses', '<=', sql.lit(0)))
const dropQuietHosts = statement<[before: number], never>((db, [before]) =>
  db.deleteFrom('job_hosts').where('running', '=', 0).where('next_at', '<', before),
)

export interface RetentionPorts extends DeletePorts {
  leases: Leases
  clock: Clock
  log: Log
}

/** Deletes expired jobs with everything that belongs to them. */
export function createRetention(ports: RetentionPorts, retentionDays: number): Sweeper {
  const { store, clock, leases, log } = ports
  const sweep = async (isClosed: () => boolean) => {
    if (retentionDays > 0) {
      const jobs = await store.all(expiredJobs, clock.now() - retentionDays * DAY, BATCH)
      for (const { n } of jobs) if (!isClosed()) await deleteJob(ports, n, isClosed)
      if (jobs.length === BATCH) return true
    }
    await store.write(
      async (tx) => {
        await tx.run(dropUnusedBodies)
        await tx.run(dropQuietHosts, clock.now() - DAY)
      },
      { durable: false, reserved: true },
    )
    return false
  }
  return createSweeper({ what: 'Old jobs', sweep, first: FIRST, every: EVERY, leases, log })
}
