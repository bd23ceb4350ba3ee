import type { NewItem } from '../../contracts/jobs/new-item.ts'

type Items = Iterable<NewItem<unknown>> | AsyncIterable<NewItem<unknown>>

/** The initial items of a job, read only as they are stored. */
export class ItemSource {
  readonly #items: Iterator<NewItem<unknown>> | AsyncIterator<NewItem<unknown>>
  #batch: NewItem<unknown>[] = []
  /** How many of the batch the current transaction has taken. */
  #taken = 0
  #isExhausted = false

  constructor(items: Items) {
    this.#items = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  }

  /** Whether all have been taken. */
  get isEmpty(): boolean {
    return this.#isExhausted && this.#batch.length === this.#taken
  }

  /** The next items, at most `limit`. One more is read, to know whether these are the last. */
  async peek(limit: number): Promise<readonly NewItem<unknown>[]> {
    while (!this.#isExhausted && this.#batch.length - this.#taken <= limit) {
      const { done, value } = await this.#items.next()
      if (done) this.#isExhausted = true
      else this.#batch.push(value)
    }
    return this.#batch.slice(this.#taken, this.#taken + limit)
  }

  /** Whether no more than `limit` items are left. False if that is not known yet. */
  fitsIn(limit: number): boolean {
    return this.#isExhausted && this.#batch.length - this.#taken <= limit
  }

  /** Marks the next items as stored in the current transaction. */
  take(count: number) {
    this.#taken += count
  }

  /** Goes back to the last commit, as the transaction is run again. */
  rewind() {
    this.#taken = 0
  }

  /** Marks what was taken as committed. */
  commit() {
    this.#batch = this.#batch.slice(this.#taken)
    this.#taken = 0
  }

  /** Stops reading. */
  async close() {
    if (!this.#isExhausted) await this.#items.return?.()
  }
}
