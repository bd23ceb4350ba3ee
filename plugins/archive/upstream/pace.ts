import type { Release } from 'weirjs'
import type { HostLimits } from './host-limits.ts'
import { type Failure, Pauses } from './pauses.ts'

export const MINUTE = 60_000

/** How fast a host may be requested. */
export interface Pace {
  /** Milliseconds until the next request may start, as far as known. */
  readonly wait: number
  /** Milliseconds for which the host asks to be left alone, as far as known. */
  readonly pause: number
  /** Starts a request, if one may start now, and returns a function to call at its end. */
  begin(): Promise<Release | undefined>
  /** The host responded as it should. */
  succeeded(): void
  /** The host failed, or asks to be left alone. */
  failed(failure: Failure): Promise<void>
}

export interface PaceOptions extends Pick<HostLimits, 'perMinute'> {
  /** In epoch milliseconds. */
  now: () => number
}

/** The pace of a single process: its lane limits the concurrent requests. */
export class OwnPace implements Pace {
  readonly #options: PaceOptions
  readonly #pauses: Pauses
  /** The start times of requests in the last minute, oldest first. */
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

  /** Drops what is over. A clock that was set back must not make anybody wait longer. */
  #follow(now: number): void {
    while (this.#begun[0] !== undefined && this.#begun[0] <= now - MINUTE) this.#begun.shift()
    if ((this.#begun.at(-1) ?? 0) > now) this.#begun = this.#begun.map((begun) => Math.min(begun, now))
  }
}
