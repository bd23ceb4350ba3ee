import { createLru } from './lru.ts'

/** Of the longest work, the part that counts after one that was shorter. */
const FADING = 0.95
/** Milliseconds for which the work of a key is remembered. */
const MEMORY = 600_000
/** Keys whose work is remembered: those that worked last. */
const MAX_KEYS = 10_000

interface Work {
  /** Milliseconds of the longest of late: the longest, less a twentieth with each that followed. */
  longest: number
  endedAt: number
}

/** How long the work of keys has taken of late. */
export class Paces {
  readonly #slow: number
  readonly #now: () => number
  readonly #works = createLru<string, Work>(MAX_KEYS)

  /** `slow`: milliseconds of work that make a key slow. */
  constructor(slow: number, now: () => number) {
    this.#slow = slow
    this.#now = now
  }

  /** Work of so many milliseconds has ended. */
  ended(key: string, took: number): void {
    const longest = Math.max(took, (this.#works.get(key)?.longest ?? 0) * FADING)
    this.#works.set(key, { longest, endedAt: this.#now() })
  }

  isSlow(key: string): boolean {
    return (this.#longest(key) ?? 0) >= this.#slow
  }

  /** Whether the key has worked of late, and none of it took long. */
  isQuick(key: string): boolean {
    const longest = this.#longest(key)
    return longest !== undefined && longest < this.#slow
  }

  #longest(key: string): number | undefined {
    const work = this.#works.peek(key)
    return work && this.#now() - work.endedAt < MEMORY ? work.longest : undefined
  }
}
