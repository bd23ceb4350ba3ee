import { LRUCache } from 'lru-cache'
import { type Clock, endOnAbort } from 'weirjs'

/** How long a response is cached in milliseconds, and its size in bytes. */
export interface Keeping<T> {
  for(value: T): number
  size(value: T): number
}

interface Kept {
  value: unknown
  size: number
  until: number
}

/** Work that somebody waits for. */
interface Flight {
  work: Promise<unknown>
  waiting: number
  controller: AbortController
}

/** Cached responses of archives; equal requests at the same time are sent once. */
export class Answers {
  readonly #kept: LRUCache<string, Kept>
  readonly #flights = new Map<string, Flight>()
  readonly #clock: Clock

  constructor({ maxBytes, clock }: { maxBytes: number; clock: Clock }) {
    const size = Math.max(1, maxBytes)
    // One response must not displace all others.
    this.#kept = new LRUCache({
      maxSize: size,
      maxEntrySize: Math.ceil(size / 4),
      sizeCalculation: (kept) => kept.size,
    })
    this.#clock = clock
  }

  /** The response for a key; `work` runs if there is none, and is cancelled when nobody waits for it any more. */
  async get<T>(
    key: string,
    work: (signal: AbortSignal) => Promise<T>,
    { keeping, signal }: { keeping: Keeping<T>; signal: AbortSignal },
  ): Promise<{ value: T; cached: boolean }> {
    const kept = this.#kept.get(key)
    if (kept && kept.until > this.#clock.now()) return { value: kept.value as T, cached: true }
    const flight = this.#flights.get(key) ?? this.#begin(key, work, keeping)
    flight.waiting++
    try {
      return { value: (await endOnAbort(flight.work, signal)) as T, cached: false }
    } catch (error) {
      if (flight.waiting > 1 || !signal.aborted) throw error
      // The work gets the reason, and may add to it.
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
        this.#kept.set(key, { value, size, until: this.#clock.now() + keeping.for(value) })
        return value
      } finally {
        end()
      }
    }
    flight.work = run()
    // Those who wait see the failure; if all have left, nobody does.
    flight.work.catch(() => {})
    this.#flights.set(key, flight)
    return flight
  }
}
