/** A counter for each key, such as the bytes that are being sent to an account. A key with 0 takes no memory. */
export class KeyedCounts {
  readonly #counts = new Map<string, number>()

  of(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  /** Adds an amount, which may be negative. */
  add(key: string, amount: number): void {
    const count = this.of(key) + amount
    if (count > 0) this.#counts.set(key, count)
    else this.#counts.delete(key)
  }
}
