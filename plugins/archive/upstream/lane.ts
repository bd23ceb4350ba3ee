import { type Account, FairSemaphore, permitFor, type Release, sleep } from 'weirjs'
import type { Pace } from './pace.ts'
import type { Failure } from './pauses.ts'

/**
 * Milliseconds between two checks, as the clock may have been changed, or another process may have ended a request.
 */
const CHECK_EVERY = 200

export interface LaneOptions {
  pace: Pace
  /** Parallel requests of this process. */
  atOnce: number
  /** The longest wait, in milliseconds. */
  patience: number
}

/** The wait would be too long, or was. */
export class Busy extends Error {
  override readonly name = 'Busy'
  /** Milliseconds until a request may be possible. */
  readonly wait: number

  constructor(wait: number) {
    super(`There is no place for ${wait} ms`)
    this.wait = wait
  }
}

/** The queue of requests to one host in this process: it keeps the host's pace, and accounts take turns. */
export class Lane {
  readonly #options: LaneOptions
  readonly #turns: FairSemaphore

  constructor(options: LaneOptions) {
    this.#options = options
    this.#turns = new FairSemaphore({ permits: options.atOnce, what: 'requests to an archive' })
  }

  /** Milliseconds until the next request may start, as far as is known. */
  get wait(): number {
    return this.#options.pace.wait
  }

  /** The remaining milliseconds of the host's pause, as far as is known. */
  get pause(): number {
    return this.#options.pace.pause
  }

  /**
   * Waits for its turn, and returns the function that ends it. Throws Busy at once if the wait would be too long, and
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

  /** Records a successful response. */
  succeeded(): void {
    this.#options.pace.succeeded()
  }

  /** Records a failure, with the pause that the host asks for, if any. */
  failed(failure: Failure): Promise<void> {
    return this.#options.pace.failed(failure)
  }

  async #begin(signal: AbortSignal): Promise<Release> {
    for (;;) {
      const end = this.wait > 0 ? undefined : await this.#options.pace.begin()
      if (end) return end
      this.#refuse()
      // Without a known time, requests of other processes are running.
      await sleep(Math.min(this.wait || CHECK_EVERY, CHECK_EVERY), signal)
    }
  }

  #refuse(): void {
    const { wait } = this
    if (wait > this.#options.patience) throw new Busy(wait)
  }
}
