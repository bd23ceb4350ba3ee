import type { Tx } from '../../store/index.ts'
import { type SchedulePorts, saveJob, scheduleJob } from '../scheduling/schedule.ts'
import { findSuspect, suspects, suspectUnderWay } from '../store/statements/claims.ts'
import { lockJob } from '../store/statements/jobs.ts'
import { openPartition, openPartitions } from '../store/statements/partitions.ts'
import type { JobRow } from '../store/tables.ts'

/**
 * Which items of a job may run next: any, if there are no suspects; one suspect alone; or only newcomers, which are
 * not suspects. A suspect is an item that was running when its process crashed; see `resolveEnd`.
 */
export type Next = 'any' | 'suspect' | 'newcomers'

/**
 * A job's suspects run first, and no other item of the job runs beside one, so that a second crash reveals the cause.
 * While a suspect of another job runs, the newcomers go on.
 */
export async function nextOf(tx: Tx, { n }: JobRow, workerId: string): Promise<Next> {
  if (!(await tx.get(findSuspect, n))) return 'any'
  const tried = await tx.get(suspectUnderWay, workerId)
  return tried === undefined || tried.job === n ? 'suspect' : 'newcomers'
}

/**
 * Schedules the jobs with waiting suspects and the other items of this job, when the running suspect has ended.
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
