/**
 * The contract of background jobs, types only.
 *
 * - **Job**: work that continues after its request was answered, such as a crawl. It has a definition, written by a
 *   plugin, an input, and items.
 * - **Item**: a part of a job, such as a URL or a row: the unit of work, of durability and of billing.
 * - **Claim**: a worker's right to run a queued item, which no other worker then runs.
 * - **Lease**: how long a claim is valid without a heartbeat from its worker. After that the item is queued again.
 * - **Attempt**: one run of the definition's function for an item. Each claim leads to one.
 * - **Outcome**: what an attempt returns: a result, a price, further items. Stored, charged and published in one
 *   transaction.
 * - **Worker**: the part of a process that claims items and runs attempts, identified by its `workerId`.
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

/** What an attempt at an item returns. */
export interface Outcome<R, T> {
  /** Stored as JSON. Without it, the job's results have no entry for the item. */
  result?: R
  /** The price, 0 for nothing. Taken from the job's hold first, then from the balance, down to 0. */
  millicredits: Millicredits
  /** Number of pages, for the account's usage. */
  pages?: number
  /**
   * Identifies the outcome within the job, if several items may lead to the same one. Of outcomes with the same value
   * only the first counts. The others are duplicates: they cost nothing, and only their further items are kept.
   */
  unique?: string
  /** False for an item that turned out to be a duplicate: it counts towards no limit or total, and has no event. */
  counts?: boolean
  files?: readonly NewFile[]
  /** Further items. Those whose keys the job already has are ignored. */
  next?: readonly NewItem<T>[]
  /** Writes the plugin's own rows in the same transaction. It must do no other I/O. */
  also?(tx: Tx): Promise<void>
}

/** One attempt at an item, as passed to the definition's functions. */
export interface Work<I, T> {
  readonly jobId: string
  readonly account: Account
  readonly priority: Priority
  readonly input: I
  readonly item: T
  /** 1 for the first attempt. Every claim counts, also after a crash. */
  readonly attempt: number
  /** Aborted when the job is cancelled or the process stops. */
  readonly signal: AbortSignal
  /**
   * Await this before CPU-heavy work, such as converting a page. Items then run one at a time, and requests are
   * served in between. Engines do this for pages that are fetched with the work as their context.
   */
  yieldToEventLoop(): Promise<void>
  /** Reports what is being done now: `currentStep` and `currentUrl` of the job's status. */
  report(step: string, url?: string): void
  /**
   * Does something once per job, however many items call it. The value is JSON of up to 1 MB, and is committed before
   * it is returned. Concurrent calls wait for it. If `make` throws, the next call tries again.
   */
  once<V>(key: string, make: () => Promise<V>): Promise<V>
}

/**
 * Defines one kind of job. `R` and `F` are the results of items that succeeded and failed, `C` is the plugin's
 * config, and `S` the state that its `setup` returned.
 */
export interface JobDefinition<I extends TSchema, T extends TSchema, R, C = unknown, F = never, S = unknown> {
  /** `plugin.verb` */
  name: string
  /** The `type` of its jobs in the API. Default: the plugin's name. */
  type?: string
  /** The status of a running job in the API. Default: `running`. */
  statusWhileRunning?: string
  /**
   * The schemas of a job's input and of an item's value. Both are stored as JSON. Fields marked `{ secret: true }`
   * are stored encrypted, and erased when the job has ended.
   */
  input: I
  item: T
  /** The initial items, at least one. */
  seed(input: Static<I>): Iterable<NewItem<Static<T>>>
  /**
   * Runs one item. It may run again after a crash, so its side effects must be repeatable. A thrown ApiError fails
   * the item, which then costs nothing; with `retryAfter` it is attempted again, and `failsJob` and `stopsJob` end
   * the whole job.
   */
  run(work: Work<Static<I>, Static<T>>, kit: Kit<C>, state: S): Promise<Outcome<R, Static<T>>>
  /**
   * The result of an item that failed or was cancelled, if it should have one. Called in the transaction that ends
   * the item, in which the plugin can write its own rows too.
   */
  failed?(error: ApiError, work: Work<Static<I>, Static<T>>, tx: Tx, kit: Kit<C>, state: S): Promise<F | undefined>
  /** Called once, after the last item. Its result comes last. Not called if the job was ended early. */
  finish?(results: AsyncIterable<R | F>, work: Work<Static<I>, null>, kit: Kit<C>, state: S): Promise<Outcome<R, never>>
  /** Maximum number of outcomes that count. When it is reached, the job is done. */
  limit?(input: Static<I>): number
  /** The order of the results. Default: `input`, the order of the items. */
  order?: 'input' | 'completion'
  /** Items of one job that run at once. Default: 3. */
  parallel?(input: Static<I>): number
  /** Minimum milliseconds between the starts of two items of one job. Default: 0. */
  spacing?(input: Static<I>): number
  /** Attempts at an item that fails with `retryAfter`. Default: 3. */
  maxAttempts?(input: Static<I>): number
  /** Milliseconds that one attempt may take in all, before it fails with `timeout`. Default: 10 minutes. */
  attemptTimeout?: number
  /** Jobs of this kind that an account may run at once; null for no limit. A scheduled job counts once it begins. */
  maxConcurrentJobs?(plan: Plan): number | null
}

/** A definition of any job, as the core handles it. */
// biome-ignore lint/suspicious/noExplicitAny: a job's input, item and result are of types that only its plugin knows
export type AnyJob = JobDefinition<any, any, any, any, any, any>
