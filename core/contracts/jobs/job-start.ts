import type { Priority } from '../../concurrency/priority.ts'
import type { Millicredits } from '../../credits/credits.ts'
import type { Tx } from '../../store/port.ts'
import type { NewItem } from './new-item.ts'

/** Remembers the job that a request has started, so that repeating the request does not start another. */
export interface JobKeeper {
  /** The job that an earlier request with this key has started. */
  readonly jobId: string | undefined
  keep(tx: Tx, jobId: string): Promise<void>
}

/** The receiver that is notified when the job has ended. */
export interface JobWebhook {
  url: string
  /** `job.completed`, `job.failed`; default both. */
  events?: readonly string[]
  /** The name of a provider of `webhooks.job-forms` that writes the payload in a format of its own. */
  form?: string
}

export interface StartOptions<T = unknown> {
  /** Held until the job has ended; with `runAt`, from when it begins. */
  millicredits: Millicredits
  /** Relative to the account's other jobs. */
  priority: Priority
  /** From the route's context, if the request has an `Idempotency-Key`. Stored in the job's own transaction. */
  idempotency?: JobKeeper | undefined
  /** Epoch milliseconds at which it begins. */
  runAt?: number | undefined
  webhook?: JobWebhook | undefined
  /**
   * The initial items, in place of the definition's `seed`: a long list need not be in the input as well, and is read
   * as it is stored. With `tx`, it must not be asynchronous.
   */
  items?: Iterable<NewItem<T>> | AsyncIterable<NewItem<T>> | undefined
  /**
   * While a job with this name runs, starting another is refused with 409 `conflict`. Jobs that begin later do not
   * count.
   */
  exclusive?: string | undefined
  /** The transaction that everything becomes part of. Default: transactions of its own. */
  tx?: Tx | undefined
  /** Writes the caller's own rows, in the transaction that creates the job. */
  also?(tx: Tx, jobId: string): Promise<void>
}
