import type { Tx } from '../../store/index.ts'
import { type SchedulePorts, saveJob, scheduleJob } from '../scheduling/schedule.ts'
import { findSuspect, suspects, suspectUnderWay } from '../store/statements/claims.ts'
import { lockJob } from '../store/statements/jobs.ts'
import { openPartition, openPartitions } from '../store/statements/partitions.ts'
import type { JobRow } from '../store/tables.ts'

/**
 * What of a job may begin next: any item where no suspect is left, a suspect and nothing beside it, or those that are
 * none. A suspect is an item that was under way when its process crashed; see `resolveEnd`.
 */
export type Next = 'any' | 'suspect' | 'newcomers'

/**
 * A job's suspects come first, and nothing else of the job begins beside one, so that a second crash shows the cause.
 * Where a suspect of another job is under way, the rest goes on meanwhile.
 */
export async function nextOf(tx: Tx, { n }: JobRow, workerId: string): Promise<Next> {
  if (!(await tx.get(findSuspect, n))) return 'any'
  const tried = await tx.get(suspectUnderWay, workerId)
  return tried === undefined || tried.job === n ? 'suspect' : 'newcomers'
}

/**
 * Schedules the jobs whose suspects wait, and the other items of this job: no suspect of this process is running
 * any more.
 */
export async function wakeSuspects(ports: SchedulePorts, tx: Tx, { n, partitioned }: JobRow) {
  if (partitioned === 1) await tx.run(openPartitions, n)
  for (const waiting of await tx.all(suspects)) {
    const job = await tx.get(lockJob, waiting.job)
    if (!job || job.ended_at !== null) continue
    if (job.partitioned === 1) await tx.run(openPartition, job.n, waiting.host)
    if (job.ready === 1) continue
    await scheduleJob(ports, tx, job)
    saveJob(ports, tx, job)
  }
}
