import type { NewItem } from '../../contracts/jobs/new-item.ts'

type Items = Iterable<NewItem<unknown>> | AsyncIterable<NewItem<unknown>>

/** The items that a job begins with, read only as they are stored. */
export class ItemSource {
  readonly #items: Iterator<NewItem<unknown>> | AsyncIterator<NewItem<unknown>>
  #batch: NewItem<unknown>[] = []
  #isExhausted = false

  constructor(items: Items) {
    this.#items = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  }

  /** Whether all have been taken. */
  get isEmpty(): boolean {
    return this.#isExhausted && this.#batch.length === 0
  }

  /** The next ones, no more than `limit`. One more is read, so that it is known whether these are the last. */
  async peek(limit: number): Promise<readonly NewItem<unknown>[]> {
    while (!this.#isExhausted && this.#batch.length <= limit) {
      const { done, value } = await this.#items.next()
      if (done) this.#isExhausted = true
      else this.#batch.push(value)
    }
    return this.#batch.slice(0, limit)
  }

  /** Whether those that are left, as far as they were read, are no more than `limit`. */
  fitsIn(limit: number): boolean {
    return this.#isExhausted && this.#batch.length <= limit
  }

  /** Says that so many of the next ones are stored. */
  take(count: number) {
    this.#batch = this.#batch.slice(count)
  }

  /** Ends reading before the last item. */
  async close() {
    if (!this.#isExhausted) await this.#items.return?.()
  }
}
