import type { Clock } from '../../clock.ts'
import type { Account } from '../../contracts/account.ts'
import type { AnyJob, Work } from '../../contracts/job.ts'
import type { Kit } from '../../contracts/plugin.ts'
import type { Credits } from '../../credits/credits.ts'
import type { Files } from '../../files/files.ts'
import type { Log } from '../../log.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { type Priority, priorities } from '../../priority.ts'
import type { Store, Tx } from '../../store/index.ts'
import type { Feed } from '../events/event-bus.ts'
import type { Durations } from '../scheduling/durations.ts'
import type { Turns } from '../scheduling/fair-queue.ts'
import type { Hosts } from '../scheduling/host-limits.ts'
import type { Seen } from '../store/known-keys.ts'
import type { Sealer } from '../store/secrets.ts'
import { type Books, type ClaimedRow, moving } from '../store/statements.ts'
import { type JobRow, State } from '../store/tables.ts'

/** A kind of job with the kit of the plugin that defines it. */
export interface Kind {
  job: AnyJob
  type: string
  /** What its charges are counted under in the account's usage. */
  endpoint: string
  kit: Kit
  /** What the plugin's `setup` made. */
  state: unknown
  /** The code of a failure that nobody has worded. */
  failure: string
}

/** An account as it is now. */
export interface Owner {
  account: Account
  /** Whether it may have work done: it exists and is not suspended. */
  active: boolean
  /** Turns among the accounts that have work. */
  weight: number
}

/** What of a job is needed to do its items. */
export type WorkedJob = Pick<JobRow, 'n' | 'id' | 'account' | 'rank'>

/** What is counted of jobs and their items, by kind. */
export interface JobMeasures {
  jobStarted(kind: string): void
  jobEnded(kind: string, status: string): void
  itemEnded(kind: string, outcome: 'succeeded' | 'failed' | 'cancelled'): void
}

/** What the parts of the machinery work on together. */
export interface Machine {
  readonly store: Store
  readonly books: Books
  readonly credits: Credits
  readonly files: Files
  readonly clock: Clock
  readonly log: Log
  readonly sealer: Sealer
  /** By the name of the job. */
  readonly kinds: ReadonlyMap<string, Kind>
  readonly turns: Turns
  readonly hosts: Hosts
  readonly feed: Feed
  readonly outbox: Outbox
  readonly durations: Durations
  readonly seen: Seen
  readonly measures: JobMeasures
  ownerOf(accountId: string): Promise<Owner>
  /** What the functions of a job are given for one of its items. */
  workOf(job: WorkedJob, item: ClaimedRow, signal: AbortSignal): Promise<Work<unknown, unknown>>
  /** Has the worker look at what falls due at this time, in epoch milliseconds. */
  alarm(at: number): void
  /** Aborts what this process has under way of a job. */
  abort(job: number, reason: Error): void
  /** A job has ended: what is remembered of it is forgotten. */
  ended(job: number): void
}

/** Writes what moves of a job, and has the worker come back when it says so. */
export async function saveJob({ books, alarm }: Machine, tx: Tx, job: JobRow) {
  await tx.run(books.saveJob, ...moving(job))
  const { wake_at } = job
  if (wake_at !== null) tx.after(() => alarm(wake_at))
}

/** Says that the job may have something to begin. Its row is to be saved afterwards. */
export async function makeReady(machine: Machine, tx: Tx, job: JobRow) {
  if (job.ended_at !== null || job.ending !== null || job.due === 0 || !machine.kinds.has(job.kind)) return
  const pause = pauseOf(job, machine.clock.now())
  if (pause > 0) {
    job.wake_at = machine.clock.now() + pause
    return
  }
  job.ready = 1
  const { weight } = await machine.ownerOf(job.account)
  await machine.turns.offer(tx, job.account, weight)
}

/**
 * Milliseconds until the next item may begin, because of the job's spacing: never more, whatever became of the clock.
 */
export const pauseOf = ({ next_at, spacing }: JobRow, now: number) => Math.min(spacing, next_at - now)

/** Items of a job that nobody has begun. */
export const unbegun = (job: JobRow) => job.total - endedItems(job) - job.running

/** Items that have ended, however they did. */
export const endedItems = ({ succeeded, failed, cancelled, skipped }: JobRow) =>
  succeeded + failed + cancelled + skipped

/** Whether the job has all the outcomes that it may have. */
export const isFull = ({ most, succeeded, failed }: JobRow) => most !== null && succeeded + failed >= most

/** The number of items that the job will do, as far as that is known. */
export const totalOf = ({ total, skipped, most }: JobRow) => Math.min(total - skipped, most ?? total)

/** The state in which a new item, or one that is tried again, waits. */
export const stateAt = (notBefore: number | null, now: number) =>
  notBefore !== null && notBefore > now ? State.waiting : State.queued

/** The rank of a priority, as the store keeps it: the most urgent first. */
export const rankOf = (priority: Priority) => priorities.length - 1 - priorities.indexOf(priority)
export const priorityOf = (rank: number): Priority => priorities[priorities.length - 1 - rank] ?? 'low'
