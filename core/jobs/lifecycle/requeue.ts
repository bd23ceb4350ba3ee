import type { Log } from '../../log.ts'
import type { Tx } from '../../store/index.ts'
import type { SchedulePorts } from '../scheduling/schedule.ts'
import { stateAt } from '../store/job-row.ts'
import type { ClaimedRow } from '../store/statements/claims.ts'
import { requeueItem } from '../store/statements/items.ts'
import { openPartition } from '../store/statements/partitions.ts'
import type { ItemRow, JobRow } from '../store/tables.ts'
import type { AttemptEnd } from './attempt-end.ts'
import { delayAfter } from './quarantine.ts'

/** Milliseconds; a wait for another attempt never grows beyond it. */
const MAX_DELAY = 10 * 60_000

/** What is counted of an item's attempts. */
export type AttemptCounts = Pick<ItemRow, 'failures' | 'kills' | 'crashes'>

/**
 * Counts how an attempt ended. Milliseconds until the item is attempted again; undefined when it is not.
 */
export function retryDelay(log: Log, job: JobRow, end: AttemptEnd, counts: AttemptCounts): number | undefined {
  if (job.ending !== null) return undefined
  if (end.kind === 'lost') return delayAfter(end.end, counts, { job, log })
  if (end.kind !== 'failed') return undefined
  const { retryAfter, failsJob } = end.error
  counts.failures++
  // It has ended by itself, and is no suspect any more.
  counts.crashes = 0
  if (retryAfter === undefined || failsJob || counts.failures >= job.max_attempts) return undefined
  const delay = retryAfter * 1000 * 2 ** (counts.failures - 1)
  return Math.min(MAX_DELAY, Math.round(delay * (1 + Math.random() / 10)))
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
