/** Milliseconds that a host is left alone that answers 429 and does not say for how long. */
const PAUSE = 60_000
/** It is not left alone longer, whatever it says. */
const MAX_PAUSE = 3_600_000
/** Milliseconds after a first failure; they double with each that follows. */
const BACK_OFF = 1000
const MAX_BACK_OFF = 10_000

/** How a host failed: with this answer, if it gave one, and how many milliseconds it wants to be left alone. */
export interface Failure {
  status?: number
  retryAfter?: number
}

/** For how long a host is left alone after it failed. */
export class Pauses {
  readonly #now: () => number
  #until = 0
  #failures = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Milliseconds from now on. A clock that was set back must not make anybody wait for the time that was. */
  get left(): number {
    const now = this.#now()
    this.#until = Math.min(this.#until, now + MAX_PAUSE)
    return Math.max(0, this.#until - now)
  }

  succeeded(): void {
    this.#failures = 0
  }

  /** Gives until when the host is left alone. */
  failed({ status, retryAfter }: Failure): number {
    const backOff = Math.min(BACK_OFF * 2 ** Math.min(this.#failures++, 10), MAX_BACK_OFF)
    const wanted = retryAfter ?? (status === 429 ? PAUSE : backOff)
    this.extend(this.#now() + Math.min(Math.max(wanted, BACK_OFF), MAX_PAUSE))
    return this.#until
  }

  /** Leaves it alone until then at least. */
  extend(until: number): void {
    this.#until = Math.max(this.#until, until)
  }
}
