/** Milliseconds over which the average of requests in flight is taken. Source: decisions 13. */
const AVERAGE_OVER = 10_000
/** Milliseconds of one of the slices in which it is kept. */
const SLICE = 100
const SLICES = AVERAGE_OVER / SLICE

/** How many requests of an account may be in flight; null is no limit. */
export interface ConcurrencyRule {
  concurrent: number | null
  /** On average over 10 s. */
  burst: number | null
}

export interface InFlight {
  /**
   * Admits a request and gives what releases it; undefined where there are too many. Releasing twice releases once.
   */
  acquire(accountId: string, rule: ConcurrencyRule): (() => void) | undefined
  count(accountId: string): number
}

/** Requests in flight in this process, by account. */
export function createInFlight(steady: () => number = () => performance.now()): InFlight {
  const accounts = new Map<string, Flight>()
  return {
    acquire(accountId, { concurrent, burst }) {
      const flight = accounts.get(accountId) ?? new Flight(steady())
      if (concurrent !== null && flight.count >= concurrent) return undefined
      if (burst !== null && flight.average(steady()) >= burst) return undefined
      accounts.set(accountId, flight)
      flight.change(1, steady())
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        flight.change(-1, steady())
        // Only an average needs what has been.
        if (flight.count === 0 && burst === null) accounts.delete(accountId)
      }
    },
    count: (accountId) => accounts.get(accountId)?.count ?? 0,
  }
}

/** Requests in flight and their recent past: for each slice of time, requests times milliseconds. */
class Flight {
  count = 0
  readonly #slices = new Float64Array(SLICES)
  #at: number

  constructor(now: number) {
    this.#at = now
  }

  change(by: number, now: number) {
    this.#advance(now)
    this.count += by
  }

  average(now: number): number {
    this.#advance(now)
    return this.#slices.reduce((sum, area) => sum + area, 0) / AVERAGE_OVER
  }

  #advance(now: number) {
    // Longer ago than the average reaches, it was all the same.
    if (now - this.#at > AVERAGE_OVER) {
      this.#slices.fill(this.count * SLICE)
      this.#at = now
    }
    while (this.#at < now) {
      const slice = Math.floor(this.#at / SLICE)
      const end = Math.min(now, (slice + 1) * SLICE)
      // A new slice takes the place of the one of ten seconds ago.
      if (this.#at === slice * SLICE) this.#slices[slice % SLICES] = 0
      this.#slices[slice % SLICES]! += this.count * (end - this.#at)
      this.#at = end
    }
  }
}
