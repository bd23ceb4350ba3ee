import { LRUCache } from 'lru-cache'
import { type Clock, endOnAbort } from 'weirjs'

/** How an answer is kept: for so many milliseconds, and how many bytes it takes. */
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

/** Answers of archives, as far as they are new enough; what is asked twice at the same time is asked once. */
export class Answers {
  readonly #kept: LRUCache<string, Kept>
  readonly #flights = new Map<string, Flight>()
  readonly #clock: Clock

  constructor({ maxBytes, clock }: { maxBytes: number; clock: Clock }) {
    const size = Math.max(1, maxBytes)
    // One answer does not take the place of all others.
    this.#kept = new LRUCache({
      maxSize: size,
      maxEntrySize: Math.ceil(size / 4),
      sizeCalculation: (kept) => kept.size,
    })
    this.#clock = clock
  }

  /** The answer for a key; `work` is done where there is none, and ended when nobody waits for it any more. */
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
      // The work is told why it ends, and may say more of it.
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
    // Whoever waits sees a failure; where all have gone nobody does.
    flight.work.catch(() => {})
    this.#flights.set(key, flight)
    return flight
  }
}
