import type { Clock } from '../../clock.ts'
import { describeError, type Log } from '../../log.ts'
import type { Store, Tx } from '../../store/index.ts'
import { dropOld, find, type IdempotencyRow, put } from './idempotency-table.ts'

/** Milliseconds for which answers are kept. */
const KEPT = 24 * 3_600_000
/** Milliseconds between two deletions of older ones. */
const SWEEP_EVERY = 10 * 60_000

/** What tells requests apart: of one account and endpoint those of one key are the same. */
export interface RequestId {
  account: string
  endpoint: string
  key: string
}

/** An answer as it is kept; its body is null where it was too large. */
type Answer = Pick<IdempotencyRow, 'hash' | 'job' | 'status' | 'headers' | 'body'>

/** The answers that requests with an `Idempotency-Key` had, for 24 hours. Source: decisions 4.6. */
export class KeptAnswers {
  readonly #store: Store
  readonly #clock: Clock
  readonly #log: Log
  #sweptAt = 0

  constructor({ store, clock, log }: { store: Store; clock: Clock; log: Log }) {
    this.#store = store
    this.#clock = clock
    this.#log = log
  }

  async find({ account, endpoint, key }: RequestId): Promise<IdempotencyRow | undefined> {
    const row = await this.#store.get(find, account, endpoint, key)
    return row && row.created_at > this.#clock.now() - KEPT ? row : undefined
  }

  /** Notes the job that a request has started, before there is an answer. */
  async putJob(tx: Tx, id: RequestId, hash: string, job: string): Promise<void> {
    await this.#put(tx, id, { hash, job, status: null, headers: null, body: null })
  }

  /** Keeps an answer. A failure is logged, and nobody else is told of it. */
  async putAnswer(id: RequestId, answer: Answer): Promise<void> {
    try {
      await this.#store.write((tx) => this.#put(tx, id, answer))
    } catch (error) {
      // The work is done, and its answer is on its way: a repetition may do it again, which is better than none.
      this.#log.warn('An answer could not be kept for its Idempotency-Key', { cause: describeError(error) })
    }
    this.#sweep()
  }

  #put(tx: Tx, { account, endpoint, key }: RequestId, { hash, job, status, headers, body }: Answer) {
    return tx.run(put, account, endpoint, key, hash, job, status, headers, body, this.#clock.now())
  }

  /** Deletes older ones now and then. */
  #sweep() {
    if (performance.now() - this.#sweptAt < SWEEP_EVERY) return
    this.#sweptAt = performance.now()
    this.#store
      .write((tx) => tx.run(dropOld, this.#clock.now() - KEPT), { durable: false, reserved: true })
      .catch((error) => this.#log.warn('Old answers could not be deleted yet', { cause: describeError(error) }))
  }
}
