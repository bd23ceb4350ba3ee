import { LRUCache } from 'lru-cache'
import { type Clock, endOnAbort } from 'weirjs'

/** How long a value is cached, in milliseconds, and its size in bytes. */
export interface Keeping<T> {
  for(value: T): number
  size(value: T): number
}

interface Kept {
  value: unknown
  size: number
  at: number
  until: number
}

/** A running request that callers wait for. */
interface Flight {
  work: Promise<unknown>
  waiting: number
  controller: AbortController
}

/** Caches responses of archives. Identical requests at the same time are sent once. */
export class Answers {
  readonly #kept: LRUCache<string, Kept>
  readonly #flights = new Map<string, Flight>()
  readonly #clock: Clock

  constructor({ maxBytes, clock }: { maxBytes: number; clock: Clock }) {
    const size = Math.max(1, maxBytes)
    // A single entry must not evict all others.
    this.#kept = new LRUCache({
      maxSize: size,
      maxEntrySize: Math.ceil(size / 4),
      sizeCalculation: (kept) => kept.size,
    })
    this.#clock = clock
  }

  /** Returns the cached value of a key, or calls `work`, which is aborted when nobody waits for it any more. */
  async get<T>(
    key: string,
    work: (signal: AbortSignal) => Promise<T>,
    { keeping, signal }: { keeping: Keeping<T>; signal: AbortSignal },
  ): Promise<{ value: T; cached: boolean }> {
    const kept = this.#kept.get(key)
    const now = this.#clock.now()
    // One of the future was cached before the clock was set back, and would be returned for long.
    if (kept && kept.at <= now && now < kept.until) return { value: kept.value as T, cached: true }
    const flight = this.#flights.get(key) ?? this.#begin(key, work, keeping)
    flight.waiting++
    try {
      return { value: (await endOnAbort(flight.work, signal)) as T, cached: false }
    } catch (error) {
      if (flight.waiting > 1 || !signal.aborted) throw error
      // The abort passes on its reason, as `work` may report it.
      flight.controller.abort(signal.reason)
      return { value: (await flight.work) as T, cached: false }
    } finally {
      flight.waiting--
    }
  }

  #begin<T>(key: string, work: (signal: AbortSignal) => Promise<T>, keeping: Keeping<T>): Flight {
    const controller = new AbortController()
    const flight: Flight = { work: Promise.resolve(), waiting: 0, controller }
    const end = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
    }
    controller.signal.addEventListener('abort', end)
    const run = async () => {
      try {
        const value = await work(controller.signal)
        const size = Math.max(1, Math.ceil(keeping.size(value)))
        const at = this.#clock.now()
        this.#kept.set(key, { value, size, at, until: at + keeping.for(value) })
        return value
      } finally {
        end()
      }
    }
    flight.work = run()
    // Callers see a failure; without this, a failure after all callers have left would be unhandled.
    flight.work.catch(() => {})
    this.#flights.set(key, flight)
    return flight
  }
}
