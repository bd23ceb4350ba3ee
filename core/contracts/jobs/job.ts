/**
 * The contract of background jobs, types only.
 *
 * - **Job**: work that goes on after its request was answered, such as a crawl. It has a definition, which a plugin
 *   writes, an input, and items.
 * - **Item**: a piece of a job, such as a URL or a row: the unit of work, of durability and of billing.
 * - **Claim**: a worker takes an item that is queued, so that no other does it.
 * - **Lease**: until when a claim holds without a sign of life from its worker. Then the item is queued again.
 * - **Attempt**: one run of the definition's function for an item. Each claim is one.
 * - **Outcome**: what an attempt came to: a result, a price, further items. Stored, charged and told in one
 *   transaction.
 * - **Worker**: the part of a process that claims items and runs attempts, named by a `workerId` of its own.
 */
import type { Static, TSchema } from '@sinclair/typebox'
import type { Priority } from '../../concurrency/priority.ts'
import type { Millicredits } from '../../credits/credits.ts'
import type { ApiError } from '../../errors.ts'
import type { NewFile } from '../../files/files.ts'
import type { Tx } from '../../store/index.ts'
import type { Account } from '../account.ts'
import type { Plan } from '../plan.ts'
import type { Kit } from '../plugin.ts'
import type { NewItem } from './new-item.ts'

/** What an item came to. */
export interface Outcome<R, T> {
  /** Stored as JSON. Without one there is no entry among the job's results. */
  result?: R
  /** What it costs; 0 for nothing. Taken from the job's hold, and beyond it from the balance, down to 0. */
  millicredits: Millicredits
  /** Pages, for the account's usage. */
  pages?: number
  /**
   * Tells it apart from the job's other outcomes, where several items may come to the same: of those that name the
   * same the first counts, and the others are duplicates that cost nothing and leave nothing but their further items.
   */
  unique?: string
  /** False for what turned out to be a duplicate: it counts towards no limit and no total, and makes no event. */
  counts?: boolean
  files?: readonly NewFile[]
  /** Further items; those whose keys the job has are left out. */
  next?: readonly NewItem<T>[]
  /** The plugin's own rows, in the same transaction. No I/O but the transaction's. */
  also?(tx: Tx): Promise<void>
}

/** One attempt at an item, as the definition's functions see it. */
export interface Work<I, T> {
  readonly jobId: string
  readonly account: Account
  readonly priority: Priority
  readonly input: I
  readonly item: T
  /** 1 for the first. It counts every claim, after a crash too. */
  readonly attempt: number
  /** Aborted when the job is cancelled or the process stops. */
  readonly signal: AbortSignal
  /**
   * To be awaited before what keeps the processor busy, such as converting a page: items go one at a time, and
   * requests that somebody waits for are served in between. The engines do so for a page that is fetched with the
   * work as its context.
   */
  yieldToEventLoop(): Promise<void>
  /** What is being done now: the status record's `currentStep` and `currentUrl`. */
  report(step: string, url?: string): void
  /**
   * Does something once a job, whatever the number of items that ask: JSON up to 1 MB, committed before it is given.
   * Others wait meanwhile; where `make` throws, the next who asks tries.
   */
  once<V>(key: string, make: () => Promise<V>): Promise<V>
}

/**
 * How jobs of one kind are done. `R` and `F` are the results of items that succeeded and failed, `C` is the config of
 * its plugin, `S` what the plugin's `setup` made.
 */
export interface JobDefinition<I extends TSchema, T extends TSchema, R, C = unknown, F = never, S = unknown> {
  /** `plugin.verb` */
  name: string
  /** How the API calls its jobs, as `type`. Default: the plugin's name. */
  type?: string
  /** How the API calls the status of a job that is running. Default `running`. */
  statusWhileRunning?: string
  /**
   * What a job is started with, and what an item is made of. Both are stored as JSON. Fields marked `{ secret: true
   * }` are stored sealed and erased when the job has ended.
   */
  input: I
  item: T
  /** The items it begins with, at least one. */
  seed(input: Static<I>): Iterable<NewItem<Static<T>>>
  /**
   * Does one item. May run again after a crash, so what it does elsewhere must bear that. A thrown ApiError fails the
   * item, which then costs nothing; with `retryAfter` it is attempted again, and `failsJob` and `stopsJob` end the
   * whole job.
   */
  run(work: Work<Static<I>, Static<T>>, kit: Kit<C>, state: S): Promise<Outcome<R, Static<T>>>
  /**
   * The result of an item that failed or was cancelled, where there should be one. In the transaction that ends it,
   * which takes the plugin's own rows too.
   */
  failed?(error: ApiError, work: Work<Static<I>, Static<T>>, tx: Tx, kit: Kit<C>, state: S): Promise<F | undefined>
  /** Once, after the last item; its result follows theirs. Not for a job that was ended early. */
  finish?(results: AsyncIterable<R | F>, work: Work<Static<I>, null>, kit: Kit<C>, state: S): Promise<Outcome<R, never>>
  /** Outcomes that count, together with the items under way, never exceed this; with it reached the job is done. */
  limit?(input: Static<I>): number
  /** The order of the results. Default `input`: that of the items. */
  order?: 'input' | 'completion'
  /** Items of one job under way at once. Default 3. */
  parallel?(input: Static<I>): number
  /** Milliseconds between the beginnings of two items of one job. Default 0. */
  spacing?(input: Static<I>): number
  /** Attempts at an item whose failure says `retryAfter`. Default 3. */
  maxAttempts?(input: Static<I>): number
  /** Milliseconds that one attempt may take, waiting and all; then it fails with `timeout`. Default 10 minutes. */
  attemptTimeout?: number
  /** Such jobs that an account may have under way; null is no limit. One that begins later counts from then on. */
  maxConcurrentJobs?(plan: Plan): number | null
}

/** Any job, as the core handles them. */
// biome-ignore lint/suspicious/noExplicitAny: a job's input, item and result are of types that only its plugin knows
export type AnyJob = JobDefinition<any, any, any, any, any, any>
