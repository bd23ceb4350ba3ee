import type { Budget } from '../budget.ts'

/**
 * Absolute addresses of a page, each once: no more than its budget has room for, since each repeats the page's own.
 */
export class Addresses {
  readonly #found = new Set<string>()
  readonly #budget: Budget
  #left: number

  constructor(budget: Budget) {
    this.#budget = budget
    this.#left = budget.maxLength
  }

  /** Whether there was no room for one. */
  get isFull(): boolean {
    return this.#left < 0
  }

  get all(): string[] {
    return [...this.#found]
  }

  /** Adds an address where there is room for it; where there is none, the caller is told. */
  add(address: string): void {
    if (this.isFull || this.#found.has(address)) return
    this.#left -= address.length
    if (!this.isFull) this.#found.add(address)
    else
      this.#budget.warn(
        `Of the links the first ${this.#found.size} are given: more would be out of proportion to the page`,
      )
  }
}
