import { Flight } from './flight.ts'

/** How many requests of an account may be in flight; null for no limit. */
export interface ConcurrencyRule {
  concurrent: number | null
  /** On average over 10 s. */
  burst: number | null
}

export interface InFlight {
  /** Admits a request and returns a function that releases it, once; undefined if there are too many. */
  acquire(accountId: string, rule: ConcurrencyRule): Promise<(() => void) | undefined>
  /** The number in flight, as far as this process knows about other processes. */
  count(accountId: string): number
  close(): Promise<void>
}

/** The requests in flight of one process, by account. */
export function createMemoryInFlight(steady: () => number = () => performance.now()): InFlight {
  const accounts = new Map<string, Flight>()
  return {
    async acquire(accountId, { concurrent, burst }) {
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
        // Only averages need the history.
        if (flight.count === 0 && burst === null) accounts.delete(accountId)
      }
    },
    count: (accountId) => accounts.get(accountId)?.count ?? 0,
    async close() {},
  }
}
