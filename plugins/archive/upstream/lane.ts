import { type Account, FairSemaphore, permitFor, type Release } from 'weirjs'
import type { HostLimits } from './host-limits.ts'

const MINUTE = 60_000
/** Milliseconds that a host is left alone that answers 429 and does not say for how long. */
const PAUSE = 60_000
/** It is not left alone longer, whatever it says. */
const LONGEST_PAUSE = 3_600_000
/** Milliseconds after a first failure; they double with each that follows. */
const BACK_OFF = 1000
const LONGEST_BACK_OFF = 10_000
/** Milliseconds after which the time is looked at again, as the clock may have been set. */
const LOOK_AGAIN = 200

export interface LaneOptions extends HostLimits {
  /** Epoch milliseconds. */
  now: () => number
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

/**
 * The way to one host, for all requests of this process: never more of them within any minute than it allows, and
 * none while it wants to be left alone. Accounts take turns.
 */
export class Lane {
  readonly #options: LaneOptions
  readonly #turns: FairSemaphore
  /** When requests of the last minute began, oldest first. */
  #begun: number[] = []
  #pausedUntil = 0
  #failures = 0

  constructor(options: LaneOptions) {
    this.#options = options
    this.#turns = new FairSemaphore({ permits: options.atOnce, what: 'requests to an archive' })
  }

  /** Milliseconds until the next request may begin. */
  get wait(): number {
    const now = this.#options.now()
    this.#follow(now)
    const { perMinute } = this.#options
    const first = perMinute === undefined ? undefined : this.#begun[this.#begun.length - perMinute]
    return Math.max(0, this.#pausedUntil - now, first === undefined ? 0 : first + MINUTE - now)
  }

  /** Milliseconds for which the host wants to be left alone. */
  get pause(): number {
    return Math.max(0, this.#pausedUntil - this.#options.now())
  }

  /**
   * Waits for a place, and gives what frees it. Throws Busy at once where nobody waits that long, and the signal's
   * reason.
   */
  async enter({ account, signal }: { account: Account; signal: AbortSignal }): Promise<Release> {
    this.#refuse()
    const release = await this.#turns.acquire(permitFor({ account, signal }))
    try {
      for (let wait = this.wait; wait > 0; wait = this.wait) {
        this.#refuse()
        await pause(Math.min(wait, LOOK_AGAIN), signal)
      }
      this.#begun.push(this.#options.now())
      return release
    } catch (error) {
      release()
      throw error
    }
  }

  /** The host answered as it should. */
  succeeded(): void {
    this.#failures = 0
  }

  /** The host failed, or wants to be left alone: for so many milliseconds, where it says so. */
  failed({ status, retryAfter }: { status?: number; retryAfter?: number }): void {
    const backOff = Math.min(BACK_OFF * 2 ** Math.min(this.#failures++, 10), LONGEST_BACK_OFF)
    const wanted = retryAfter ?? (status === 429 ? PAUSE : backOff)
    const until = this.#options.now() + Math.min(Math.max(wanted, BACK_OFF), LONGEST_PAUSE)
    this.#pausedUntil = Math.max(this.#pausedUntil, until)
  }

  #refuse(): void {
    const { wait } = this
    if (wait > this.#options.patience) throw new Busy(wait)
  }

  /** Forgets what is over. A clock that was set back must not make anybody wait for the time that was. */
  #follow(now: number): void {
    while (this.#begun[0] !== undefined && this.#begun[0] <= now - MINUTE) this.#begun.shift()
    if ((this.#begun.at(-1) ?? 0) > now) this.#begun = this.#begun.map((begun) => Math.min(begun, now))
    this.#pausedUntil = Math.min(this.#pausedUntil, now + LONGEST_PAUSE)
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', abort, { once: true })
  })
}
