import type { Priority } from '../../concurrency/priority.ts'
import type { Millicredits } from '../../credits/credits.ts'
import type { Tx } from '../../store/port.ts'
import type { NewItem } from './new-item.ts'

/** Where a job-starting request keeps that it has started one, so that its repetition starts no other. */
export interface JobKeeper {
  /** The job that an earlier request of this key has started. */
  readonly jobId: string | undefined
  keep(tx: Tx, jobId: string): Promise<void>
}

/** Whom to tell when the job has ended. */
export interface JobWebhook {
  url: string
  /** `job.completed`, `job.failed`; default both. */
  events?: readonly string[]
  /** Who says it in a form of its own, by its name among the providers of `webhooks.job-forms`. */
  form?: string
}

export interface StartOptions<T = unknown> {
  /** Held until the job has ended; with `runAt` from when it begins. */
  millicredits: Millicredits
  /** Orders the account's own work. */
  priority: Priority
  /** The context's, where the request has an `Idempotency-Key`: kept in the job's own transaction. */
  idempotency?: JobKeeper | undefined
  /** Epoch milliseconds at which it begins. */
  runAt?: number | undefined
  webhook?: JobWebhook | undefined
  /**
   * The items that it begins with, in place of the definition's `seed`: rows of a long list need not stand in the
   * input too, and are read as they are stored. With `tx` an iterable that does not wait.
   */
  items?: Iterable<NewItem<T>> | AsyncIterable<NewItem<T>> | undefined
  /**
   * While a job of this name is under way, another is refused with 409 `conflict`. One that is to begin later does
   * not count.
   */
  exclusive?: string | undefined
  /** The transaction to be part of, with all items. Default: transactions of its own. */
  tx?: Tx | undefined
  /** The caller's own rows, in the transaction with which the job begins to exist. */
  also?(tx: Tx, jobId: string): Promise<void>
}
