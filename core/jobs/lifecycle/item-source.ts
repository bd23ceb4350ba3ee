import type { NewItem } from '../../contracts/jobs/new-item.ts'

type Items = Iterable<NewItem<unknown>> | AsyncIterable<NewItem<unknown>>

/** The items that a job begins with, read only as they are stored. */
export class ItemSource {
  readonly #items: Iterator<NewItem<unknown>> | AsyncIterator<NewItem<unknown>>
  #batch: NewItem<unknown>[] = []
  /** How many of the batch the transaction under way has taken. */
  #taken = 0
  #isExhausted = false

  constructor(items: Items) {
    this.#items = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  }

  /** Whether all have been taken. */
  get isEmpty(): boolean {
    return this.#isExhausted && this.#batch.length === this.#taken
  }

  /** The next ones, no more than `limit`. One more is read, so that it is known whether these are the last. */
  async peek(limit: number): Promise<readonly NewItem<unknown>[]> {
    while (!this.#isExhausted && this.#batch.length - this.#taken <= limit) {
      const { done, value } = await this.#items.next()
      if (done) this.#isExhausted = true
      else this.#batch.push(value)
    }
    return this.#batch.slice(this.#taken, this.#taken + limit)
  }

  /** Whether those that are left, as far as they were read, are no more than `limit`. */
  fitsIn(limit: number): boolean {
    return this.#isExhausted && this.#batch.length - this.#taken <= limit
  }

  /** Says that so many of the next ones are stored in the transaction under way. */
  take(count: number) {
    this.#taken += count
  }

  /** Goes back to what has been committed: the transaction is run again. */
  rewind() {
    this.#taken = 0
  }

  /** Says that what was taken has been committed. */
  commit() {
    this.#batch = this.#batch.slice(this.#taken)
    this.#taken = 0
  }

  /** Ends reading before the last item. */
  async close() {
    if (!this.#isExhausted) await this.#items.return?.()
  }
}
