import { createLru } from './lru.ts'

/** The factor by which the longest duration decreases after shorter work. */
const FADING = 0.95
/** Milliseconds for which a key's durations are remembered. */
const MEMORY = 600_000
/** Number of keys that are remembered: the most recent ones. */
const MAX_KEYS = 10_000

interface Work {
  /** Milliseconds of the longest recent work, which decreases by a twentieth with each shorter one. */
  longest: number
  endedAt: number
}

/** How long the recent work of keys has taken. */
export class Paces {
  readonly #slow: number
  readonly #now: () => number
  readonly #works = createLru<string, Work>(MAX_KEYS)

  /** `slow`: milliseconds of work that make a key slow. */
  constructor(slow: number, now: () => number) {
    this.#slow = slow
    this.#now = now
  }

  /** Records the milliseconds of work that has ended. */
  ended(key: string, took: number): void {
    const longest = Math.max(took, (this.#works.get(key)?.longest ?? 0) * FADING)
    this.#works.set(key, { longest, endedAt: this.#now() })
  }

  isSlow(key: string): boolean {
    return (this.#longest(key) ?? 0) >= this.#slow
  }

  /** Whether the key has recent work, and none of it was slow. */
  isQuick(key: string): boolean {
    const longest = this.#longest(key)
    return longest !== undefined && longest < this.#slow
  }

  #longest(key: string): number | undefined {
    const work = this.#works.peek(key)
    return work && this.#now() - work.endedAt < MEMORY ? work.longest : undefined
  }
}
