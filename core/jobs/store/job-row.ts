import { type Priority, priorities } from '../../concurrency/priority.ts'
import { type JobRow, State } from './tables.ts'

/** Milliseconds until the next item may start. Never more than the job's spacing, even if the clock was set. */
export const pauseOf = ({ next_at, spacing }: JobRow, now: number) => Math.min(spacing, next_at - now)

/** Items of a job that have not started. */
export const pendingCount = (job: JobRow) => job.total - endedCount(job) - job.running

/** Items that have ended in any way. */
export const endedCount = ({ succeeded, failed, cancelled, skipped }: JobRow) =>
  succeeded + failed + cancelled + skipped

/** Whether the job has as many outcomes as it may have. */
export const isFull = ({ item_limit, succeeded, failed }: JobRow) =>
  item_limit !== null && succeeded + failed >= item_limit

/** Whether what has ended or runs takes all of the job's outcomes, so that what is pending would not be run. */
export const isTaken = ({ item_limit, succeeded, failed, cancelled, running }: JobRow) =>
  item_limit !== null && succeeded + failed + cancelled + running >= item_limit

/** The number of items that the job will run, as far as it is known. */
export const totalOf = ({ total, skipped, item_limit }: JobRow) => Math.min(total - skipped, item_limit ?? total)

/** Whether its initial items are still being stored. Until then it is invisible and does not begin. */
export const isSeeding = ({ activated, run_at, ended_at }: JobRow) =>
  activated === 0 && run_at === null && ended_at === null

/** Whether it begins later. */
export const isScheduled = ({ activated, run_at, ended_at }: JobRow) =>
  activated === 0 && run_at !== null && ended_at === null

/** The state of a new item, which may have to wait until a time. */
export const stateAt = (notBefore: number | null, now: number) =>
  notBefore !== null && notBefore > now ? State.waiting : State.queued

/** The priority as the store keeps it: 0 is the most urgent. */
export const priorityNumber = (priority: Priority) => priorities.length - 1 - priorities.indexOf(priority)
export const priorityOf = ({ priority }: Pick<JobRow, 'priority'>): Priority =>
  priorities[priorities.length - 1 - priority] ?? 'low'
