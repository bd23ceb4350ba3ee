import type { Log } from '../../log.ts'
import type { Tx } from '../../store/index.ts'
import type { SchedulePorts } from '../scheduling/schedule.ts'
import { stateAt } from '../store/job-row.ts'
import type { ClaimedRow } from '../store/statements/claims.ts'
import { requeueItem } from '../store/statements/items.ts'
import { openPartition } from '../store/statements/partitions.ts'
import type { ItemRow, JobRow } from '../store/tables.ts'
import type { AttemptEnd, ProcessEnd } from './attempt-end.ts'

/** Milliseconds; a wait for another attempt never grows beyond it. */
const MAX_DELAY = 10 * 60_000

/**
 * Crashes with the same item under way after which it is taken for their cause. An item that has seen one is a
 * suspect: suspects run one at a time, so that those who merely ran beside the cause clear themselves by ending.
 */
const MAX_CRASHES = 2
/** And where a newcomer beside the suspect may have been the cause. */
const MAX_CRASHES_BESIDE_NEWCOMERS = 3
/** Of the claims of one item that ended with a kill, so many are made good at once. */
const KILLS_WITHOUT_DELAY = 3
/** And with so many the item is given up: whatever ends the process, it ends no more of them. */
const MAX_KILLS = 15

/** What is counted of an item's attempts. */
export type AttemptCounts = Pick<ItemRow, 'failures' | 'kills' | 'crashes'>

/**
 * Counts how an attempt ended. Milliseconds until the item is attempted again; undefined when it is not.
 */
export function retryDelay(log: Log, job: JobRow, end: AttemptEnd, counts: AttemptCounts): number | undefined {
  if (job.ending !== null) return undefined
  if (end.kind === 'lost') return delayAfterProcessEnd(end.end, counts, job, log)
  if (end.kind !== 'failed') return undefined
  const { retryAfter, failsJob } = end.error
  counts.failures++
  // It has ended by itself, and is no suspect any more.
  counts.crashes = 0
  if (retryAfter === undefined || failsJob || counts.failures >= job.max_attempts) return undefined
  const delay = retryAfter * 1000 * 2 ** (counts.failures - 1)
  return Math.min(MAX_DELAY, Math.round(delay * (1 + Math.random() / 10)))
}

/**
 * Counts the end of its process against an item. Milliseconds until it is attempted again; undefined when it is given
 * up.
 */
function delayAfterProcessEnd(end: ProcessEnd, counts: AttemptCounts, job: JobRow, log: Log): number | undefined {
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

/** Has an item attempted again, so many milliseconds later. */
export async function requeue(
  { clock, alarm }: Pick<SchedulePorts, 'clock' | 'alarm'>,
  tx: Tx,
  job: JobRow,
  { seq, host }: ClaimedRow,
  { failures, kills, crashes }: AttemptCounts,
  delay: number,
) {
  const at = delay > 0 ? clock.now() + delay : null
  await tx.run(requeueItem, stateAt(at, clock.now()), at, failures, kills, crashes, job.n, seq)
  if (at !== null) tx.after(() => alarm(at))
  else if (job.partitioned === 1) await tx.run(openPartition, job.n, host)
}
