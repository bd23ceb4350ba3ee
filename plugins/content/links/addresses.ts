import type { Budget } from '../budget.ts'

/**
 * Collects absolute URLs, each once, within the budget of their page: each repeats the beginning of the page's own
 * URL.
 */
export class Addresses {
  readonly #found = new Set<string>()
  readonly #budget: Budget
  #left: number

  constructor(budget: Budget) {
    this.#budget = budget
    this.#left = budget.maxLength
  }

  /** Whether a URL did not fit. */
  get isFull(): boolean {
    return this.#left < 0
  }

  get all(): string[] {
    return [...this.#found]
  }

  /** Adds a URL if there is room for it; otherwise warns the caller. */
  add(address: string): void {
    if (this.isFull || this.#found.has(address)) return
    this.#left -= address.length
    if (!this.isFull) this.#found.add(address)
    else
      this.#budget.warn(
        `Only the first ${this.#found.size} links are given: more would be out of proportion to the page`,
      )
  }
}
