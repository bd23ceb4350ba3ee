import type { Release } from 'weirjs'
import type { HostLimits } from './host-limits.ts'
import { type Failure, Pauses } from './pauses.ts'

export const MINUTE = 60_000

/** The rate at which requests to a host may be sent. */
export interface Pace {
  /** Milliseconds until the next request may start, as far as is known. */
  readonly wait: number
  /** The remaining milliseconds of the host's pause, as far as is known. */
  readonly pause: number
  /** Starts a request and returns the function to call at its end; undefined if none may start now. */
  begin(): Promise<Release | undefined>
  /** Records a successful response. */
  succeeded(): void
  /** Records a failure, or a pause that the host asks for. */
  failed(failure: Failure): Promise<void>
}

export interface PaceOptions extends Pick<HostLimits, 'perMinute'> {
  /** Returns epoch milliseconds. */
  now: () => number
}

/** The pace of a process that does not share the store; the lane limits its parallel requests. */
export class OwnPace implements Pace {
  readonly #options: PaceOptions
  readonly #pauses: Pauses
  /** The start times of the requests of the last minute, the oldest first. */
  #begun: number[] = []

  constructor(options: PaceOptions) {
    this.#options = options
    this.#pauses = new Pauses(options.now)
  }

  get wait(): number {
    const now = this.#options.now()
    this.#follow(now)
    const { perMinute } = this.#options
    const first = perMinute === undefined ? undefined : this.#begun[this.#begun.length - perMinute]
    return Math.max(this.pause, first === undefined ? 0 : first + MINUTE - now)
  }

  get pause(): number {
    return this.#pauses.left
  }

  async begin(): Promise<Release | undefined> {
    if (this.wait > 0) return undefined
    this.#begun.push(this.#options.now())
    return () => {}
  }

  succeeded(): void {
    this.#pauses.succeeded()
  }

  async failed(failure: Failure): Promise<void> {
    this.#pauses.failed(failure)
  }

  /** Drops old entries. If the clock was set back, nobody must wait for the old time. */
  #follow(now: number): void {
    while (this.#begun[0] !== undefined && this.#begun[0] <= now - MINUTE) this.#begun.shift()
    if ((this.#begun.at(-1) ?? 0) > now) this.#begun = this.#begun.map((begun) => Math.min(begun, now))
  }
}
