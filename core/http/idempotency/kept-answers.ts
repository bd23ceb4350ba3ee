import type { Clock } from '../../clock.ts'
import { describeError, type Log } from '../../log.ts'
import type { Store, Tx } from '../../store/index.ts'
import { drop, dropEnded, dropOld, find, type IdempotencyRow, put, putDone } from './idempotency-table.ts'
import { doneElsewhere } from './refusals.ts'

/** Milliseconds for which answers are kept. */
const KEPT = 24 * 3_600_000

/** Identifies a request: requests with the same account, endpoint and key are the same. */
export interface RequestId {
  account: string
  endpoint: string
  key: string
}

/** What a request has done: the job that it started, and the charge that it made. */
export type Done = Pick<IdempotencyRow, 'hash' | 'job' | 'charge'>
/** An answer as it is stored; its body is null if it was too large. */
type Answer = Done & Pick<IdempotencyRow, 'status' | 'headers' | 'body'>

/** Stores the answers to requests with an `Idempotency-Key` for 24 hours. Source: decisions 4.6. */
export class KeptAnswers {
  readonly #store: Store
  readonly #clock: Clock
  readonly #log: Log

  constructor({ store, clock, log }: { store: Store; clock: Clock; log: Log }) {
    this.#store = store
    this.#clock = clock
    this.#log = log
  }

  async find({ account, endpoint, key }: RequestId): Promise<IdempotencyRow | undefined> {
    const row = await this.#store.get(find, account, endpoint, key)
    return row && row.created_at > this.#clock.now() - KEPT ? row : undefined
  }

  /**
   * Records what a request has done, before there is an answer. Throws 409 `conflict` if another process has done it
   * meanwhile: one that took over because this one did not respond for a while.
   */
  async putDone(tx: Tx, { account, endpoint, key }: RequestId, { hash, job, charge }: Done): Promise<void> {
    const now = this.#clock.now()
    const put = await tx.run(putDone, account, endpoint, key, hash, job, charge, now, now - KEPT)
    if (put === 0) throw doneElsewhere()
  }

  /** Stores an answer. A failure is only logged. */
  async putAnswer(id: RequestId, answer: Answer): Promise<void> {
    try {
      await this.#store.write((tx) => this.#put(tx, id, answer))
    } catch (error) {
      // The work is done. Better that a repetition does it again than that this answer is lost.
      this.#log.warn('An answer could not be kept for its Idempotency-Key', { cause: describeError(error) })
    }
  }

  /** Forgets a request. A failure is only logged. */
  drop(id: RequestId): Promise<void> {
    return this.#forget(drop, id)
  }

  /** Forgets a request if its job has ended, so that a repetition starts another one. A failure is only logged. */
  dropEnded(id: RequestId): Promise<void> {
    return this.#forget(dropEnded, id)
  }

  async #forget(how: typeof drop, { account, endpoint, key }: RequestId) {
    try {
      await this.#store.write((tx) => tx.run(how, account, endpoint, key), { reserved: true })
    } catch (error) {
      this.#log.warn('A request could not be forgotten for its Idempotency-Key', { cause: describeError(error) })
    }
  }

  #put(tx: Tx, { account, endpoint, key }: RequestId, { hash, job, charge, status, headers, body }: Answer) {
    return tx.run(put, account, endpoint, key, hash, job, charge, status, headers, body, this.#clock.now())
  }
}

/** Deletes expired answers. */
export async function dropExpiredAnswers(store: Store, clock: Clock): Promise<void> {
  await store.write((tx) => tx.run(dropOld, clock.now() - KEPT), { durable: false, reserved: true })
}
