import { type Priority, priorities } from '../../concurrency/priority.ts'
import { type JobRow, State } from './tables.ts'

/**
 * Milliseconds until the next item may begin, because of the job's spacing: never more, whatever became of the clock.
 */
export const pauseOf = ({ next_at, spacing }: JobRow, now: number) => Math.min(spacing, next_at - now)

/** Items of a job that nobody has begun. */
export const pendingCount = (job: JobRow) => job.total - endedCount(job) - job.running

/** Items that have ended, however they did. */
export const endedCount = ({ succeeded, failed, cancelled, skipped }: JobRow) =>
  succeeded + failed + cancelled + skipped

/** Whether the job has all the outcomes that it may have. */
export const isFull = ({ item_limit, succeeded, failed }: JobRow) =>
  item_limit !== null && succeeded + failed >= item_limit

/** The number of items that the job will do, as far as that is known. */
export const totalOf = ({ total, skipped, item_limit }: JobRow) => Math.min(total - skipped, item_limit ?? total)

/** Whether its first items are still being stored: nobody sees it, and nothing of it begins. */
export const isSeeding = ({ activated, run_at, ended_at }: JobRow) =>
  activated === 0 && run_at === null && ended_at === null

/** Whether it begins later. */
export const isScheduled = ({ activated, run_at, ended_at }: JobRow) =>
  activated === 0 && run_at !== null && ended_at === null

/** The state of an item that is to be done, from a time on where there is one. */
export const stateAt = (notBefore: number | null, now: number) =>
  notBefore !== null && notBefore > now ? State.waiting : State.queued

/** A priority as the store keeps it: the most urgent is 0. */
export const priorityNumber = (priority: Priority) => priorities.length - 1 - priorities.indexOf(priority)
export const priorityOf = ({ priority }: Pick<JobRow, 'priority'>): Priority =>
  priorities[priorities.length - 1 - priority] ?? 'low'
