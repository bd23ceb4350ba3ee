import { type Account, FairSemaphore, permitFor, type Release, sleep } from 'weirjs'
import type { Pace } from './pace.ts'
import type { Failure } from './pauses.ts'

/** Milliseconds until the time is checked again, as the clock may have been set, and a slot may be free. */
const LOOK_AGAIN = 200

export interface LaneOptions {
  pace: Pace
  /** Concurrent requests of this process. */
  atOnce: number
  /** The longest wait in milliseconds. */
  patience: number
}

/** The failure of a wait that would be, or was, too long. */
export class Busy extends Error {
  override readonly name = 'Busy'
  /** Milliseconds until there may be a slot. */
  readonly wait: number

  constructor(wait: number) {
    super(`There is no place for ${wait} ms`)
    this.wait = wait
  }
}

/** The queue for one host, for all requests of this process: at the host's pace, with accounts taking turns. */
export class Lane {
  readonly #options: LaneOptions
  readonly #turns: FairSemaphore

  constructor(options: LaneOptions) {
    this.#options = options
    this.#turns = new FairSemaphore({ permits: options.atOnce, what: 'requests to an archive' })
  }

  /** Milliseconds until the next request may start, as far as known. */
  get wait(): number {
    return this.#options.pace.wait
  }

  /** Milliseconds for which the host asks to be left alone, as far as known. */
  get pause(): number {
    return this.#options.pace.pause
  }

  /**
   * Waits for a slot, and returns a function that frees it. Throws Busy at once if the wait would be too long, and
   * the signal's reason.
   */
  async enter({ account, signal }: { account: Account; signal: AbortSignal }): Promise<Release> {
    this.#refuse()
    const release = await this.#turns.acquire(permitFor({ account, signal }))
    try {
      const end = await this.#begin(signal)
      return () => {
        end()
        release()
      }
    } catch (error) {
      release()
      throw error
    }
  }

  /** The host responded as it should. */
  succeeded(): void {
    this.#options.pace.succeeded()
  }

  /** The host failed, or asks to be left alone, possibly for a number of milliseconds. */
  failed(failure: Failure): Promise<void> {
    return this.#options.pace.failed(failure)
  }

  async #begin(signal: AbortSignal): Promise<Release> {
    for (;;) {
      const end = this.wait > 0 ? undefined : await this.#options.pace.begin()
      if (end) return end
      this.#refuse()
      // If no time is known, requests of another process are in flight.
      await sleep(Math.min(this.wait || LOOK_AGAIN, LOOK_AGAIN), signal)
    }
  }

  #refuse(): void {
    const { wait } = this
    if (wait > this.#options.patience) throw new Busy(wait)
  }
}
