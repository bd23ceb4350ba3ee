import { type Account, FairSemaphore, permitFor, type Release, sleep } from 'weirjs'
import type { Pace } from './pace.ts'
import type { Failure } from './pauses.ts'

/** Milliseconds after which the time is looked at again, as the clock may have been set, and a place may be free. */
const LOOK_AGAIN = 200

export interface LaneOptions {
  pace: Pace
  /** Requests of this process that are under way at once. */
  atOnce: number
  /** Milliseconds that anybody waits at the most. */
  patience: number
}

/** The failure of a wait that would take, or took, too long. */
export class Busy extends Error {
  override readonly name = 'Busy'
  /** Milliseconds until there may be a place. */
  readonly wait: number

  constructor(wait: number) {
    super(`There is no place for ${wait} ms`)
    this.wait = wait
  }
}

/** The way to one host, for all requests of this process: at the host's pace, and accounts take turns. */
export class Lane {
  readonly #options: LaneOptions
  readonly #turns: FairSemaphore

  constructor(options: LaneOptions) {
    this.#options = options
    this.#turns = new FairSemaphore({ permits: options.atOnce, what: 'requests to an archive' })
  }

  /** Milliseconds until the next request may begin, as far as is known. */
  get wait(): number {
    return this.#options.pace.wait
  }

  /** Milliseconds for which the host wants to be left alone, as far as is known. */
  get pause(): number {
    return this.#options.pace.pause
  }

  /**
   * Waits for a place, and gives what frees it. Throws Busy at once where nobody waits that long, and the signal's
   * reason.
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

  /** The host answered as it should. */
  succeeded(): void {
    this.#options.pace.succeeded()
  }

  /** The host failed, or wants to be left alone: for so many milliseconds, where it says so. */
  failed(failure: Failure): Promise<void> {
    return this.#options.pace.failed(failure)
  }

  async #begin(signal: AbortSignal): Promise<Release> {
    for (;;) {
      const end = this.wait > 0 ? undefined : await this.#options.pace.begin()
      if (end) return end
      this.#refuse()
      // Where no time is known others are under way, of another process.
      await sleep(Math.min(this.wait || LOOK_AGAIN, LOOK_AGAIN), signal)
    }
  }

  #refuse(): void {
    const { wait } = this
    if (wait > this.#options.patience) throw new Busy(wait)
  }
}
