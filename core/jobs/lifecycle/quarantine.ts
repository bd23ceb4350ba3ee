import type { Log } from '../../log.ts'
import type { Tx } from '../../store/index.ts'
import { type SchedulePorts, saveJob, scheduleJob } from '../scheduling/schedule.ts'
import { findSuspect, suspects, suspectUnderWay } from '../store/statements/claims.ts'
import { lockJob } from '../store/statements/jobs.ts'
import { openPartition, openPartitions } from '../store/statements/partitions.ts'
import type { JobRow } from '../store/tables.ts'

/**
 * How the process ended that had an item under way: it was stopped; it was killed from outside, or nobody knows better;
 * or it crashed, which some item may have caused. `newcomers` tells whether some were under way that had seen no crash
 * before.
 */
export type ProcessEnd = { by: 'stop' } | { by: 'kill' } | { by: 'crash'; newcomers: boolean }

/**
 * Crashes with the same item under way after which it is taken for their cause. An item that has seen one is a suspect:
 * suspects run one at a time, so that those who merely ran beside the cause clear themselves by ending.
 */
const MAX_CRASHES = 2
/** And where a newcomer beside the suspect may have been the cause. */
const MAX_CRASHES_BESIDE_NEWCOMERS = 3
/** Of the claims of one item that ended with a kill, so many are made good at once. */
const KILLS_WITHOUT_DELAY = 3
/** And with so many the item is given up: whatever ends the process, it ends no more of them. */
const MAX_KILLS = 15

/**
 * Counts the end of its process against an item. Milliseconds until it is attempted again; undefined when it is given up.
 */
export function delayAfter(
  end: ProcessEnd,
  counts: { kills: number; crashes: number },
  { job, log }: { job: JobRow; log: Log },
): number | undefined {
  if (end.by === 'stop') return 0
  if (end.by === 'crash') {
    counts.crashes++
    if (counts.crashes < (end.newcomers ? MAX_CRASHES_BESIDE_NEWCOMERS : MAX_CRASHES)) return 0
    log.error('An item is given up: the process crashed with it each time', { job: job.id, times: counts.crashes })
    return undefined
  }
  counts.kills++
  if (counts.kills >= MAX_KILLS) {
    log.error('An item is given up: too many processes were killed with it', { job: job.id, times: counts.kills })
    return undefined
  }
  // Others go first meanwhile, in case it is this one that ends the process.
  return counts.kills <= KILLS_WITHOUT_DELAY ? 0 : 1000 * 2 ** (counts.kills - KILLS_WITHOUT_DELAY)
}

/** What of a job may begin next: a suspect, and nothing beside it, or those that are none. */
export type Next = 'suspect' | 'newcomers'

/**
 * A job's suspects come first, and nothing else of the job begins beside one, so that a second crash shows the cause.
 * Where a suspect of another job is under way, the rest goes on meanwhile.
 */
export async function nextOf(tx: Tx, { n }: JobRow, workerId: string): Promise<Next> {
  if (!(await tx.get(findSuspect, n))) return 'newcomers'
  const tried = await tx.get(suspectUnderWay, workerId)
  return tried === undefined || tried.job === n ? 'suspect' : 'newcomers'
}

/**
 * Has the jobs looked at whose suspects wait, and what waited in this job: none of this process is under way any more.
 */
export async function wakeSuspects(ports: SchedulePorts, tx: Tx, { n, partitioned }: JobRow) {
  if (partitioned === 1) await tx.run(openPartitions, n)
  for (const waiting of await tx.all(suspects)) {
    const job = await tx.get(lockJob, waiting.job)
    if (!job || job.ended_at !== null) continue
    if (job.partitioned === 1) await tx.run(openPartition, job.n, waiting.host)
    if (job.ready === 1) continue
    await scheduleJob(ports, tx, job)
    await saveJob(ports, tx, job)
  }
}
