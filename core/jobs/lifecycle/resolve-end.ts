import type { Outcome } from '../../contracts/jobs/job.ts'
import { ApiError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { RegisteredJob } from '../registry.ts'
import type { PackedResult } from '../store/pack-result.ts'
import type { ItemRow, JobRow } from '../store/tables.ts'

/** How one attempt at an item ended. */
export type AttemptEnd =
  | Done
  | { kind: 'failed'; error: ApiError }
  /** Its job is being ended. */
  | { kind: 'cancelled' }
  /** Its process stops, or has ended: another one runs it again. */
  | { kind: 'lost'; end: ProcessEnd }

export interface Done {
  kind: 'done'
  outcome: Outcome<unknown, unknown>
  packed: PackedResult | undefined
  files: readonly { hash: string }[]
}

/**
 * How the process of a running item ended. `stop`: it was stopped. `kill`: it was killed from outside, or the cause
 * is unknown. `crash`: it crashed, perhaps because of an item; `newcomers` is whether items were running that had not
 * seen a crash before.
 */
export type ProcessEnd = { by: 'stop' } | { by: 'kill' } | { by: 'crash'; newcomers: boolean }

/** How an attempt ended without an outcome. */
export type NotDone = Exclude<AttemptEnd, Done>

/** How an item ends that is not done, and not attempted again. */
export type LastEnd = Exclude<NotDone, { kind: 'lost' }>

/** What follows from the end of an attempt: another one after `delay` milliseconds, or the end of the item. */
export type Resolution = { kind: 'again'; delay: number } | LastEnd

/** Upper bound of the delay before another attempt, in milliseconds. */
export const MAX_DELAY = 10 * 60_000

/**
 * After so many crashes while it ran, an item is regarded as their cause. After the first one it is a suspect.
 * Suspects run one at a time, so that an item that merely ran beside the cause is cleared when it ends.
 */
const MAX_CRASHES = 2
/** The same if an item that had seen no crash ran beside it, and may be the cause. */
const MAX_CRASHES_BESIDE_NEWCOMERS = 3
/** Kills after which an item is retried without a delay. */
const KILLS_WITHOUT_DELAY = 3
/** Kills after which an item is given up, whatever their cause. */
const MAX_KILLS = 15

/** The counters of an item's attempts. */
export type AttemptCounts = Pick<ItemRow, 'failures' | 'kills' | 'crashes'>

/** Counts how an attempt ended, and decides what follows. */
export function resolveEnd(
  { log }: { log: Log },
  job: JobRow,
  registered: RegisteredJob,
  end: NotDone,
  counts: AttemptCounts,
): Resolution {
  const delay = retryDelay(log, job, end, counts)
  return delay === undefined ? lastEnd(job, registered, end) : { kind: 'again', delay }
}

/** Counts how an attempt ended. Returns milliseconds until the next attempt; undefined if there is none. */
function retryDelay(log: Log, job: JobRow, end: NotDone, counts: AttemptCounts): number | undefined {
  if (job.ending !== null) return undefined
  if (end.kind === 'lost') return delayAfterProcessEnd(end.end, counts, job, log)
  if (end.kind !== 'failed') return undefined
  const { retryAfter, failsJob, stopsJob } = end.error
  counts.failures++
  // It ended without a crash, so it is no longer a suspect.
  counts.crashes = 0
  if (retryAfter === undefined || failsJob || stopsJob || counts.failures >= job.max_attempts) return undefined
  const delay = retryAfter * 1000 * 2 ** (counts.failures - 1)
  return Math.min(MAX_DELAY, Math.round(delay * (1 + Math.random() / 10)))
}

/**
 * Counts the end of its process against an item. Returns milliseconds until the next attempt; undefined if it is
 * given up.
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
  // Other items go first, in case this one is what kills the process.
  return counts.kills <= KILLS_WITHOUT_DELAY ? 0 : 1000 * 2 ** (counts.kills - KILLS_WITHOUT_DELAY)
}

/** How an item ends after its last attempt. */
function lastEnd(job: JobRow, { failure }: RegisteredJob, end: NotDone): LastEnd {
  if (end.kind !== 'lost') return end
  if (job.ending !== null) return { kind: 'cancelled' }
  const [message, reason] =
    end.end.by === 'crash'
      ? ['The service crashed each time it processed this item', 'crashed']
      : ['The service was killed too often while it processed this item', 'interrupted']
  return { kind: 'failed', error: new ApiError(failure, message, { reason }) }
}
