/** Milliseconds for which a host is left alone after a 429 without a time. */
const PAUSE = 60_000
/** The longest pause, whatever the host says. */
const MAX_PAUSE = 3_600_000
/** Milliseconds after a first failure; doubled with each further one. */
const BACK_OFF = 1000
const MAX_BACK_OFF = 10_000

/** How a host failed: the status of its response, if any, and the pause in milliseconds that it asks for. */
export interface Failure {
  status?: number
  retryAfter?: number
}

/** The pauses of hosts after failures. */
export class Pauses {
  readonly #now: () => number
  #until = 0
  #failures = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Milliseconds from now on. A clock that was set back must not make anybody wait longer. */
  get left(): number {
    const now = this.#now()
    this.#until = Math.min(this.#until, now + MAX_PAUSE)
    return Math.max(0, this.#until - now)
  }

  succeeded(): void {
    this.#failures = 0
  }

  /** Returns until when the host is left alone. */
  failed({ status, retryAfter }: Failure): number {
    const backOff = Math.min(BACK_OFF * 2 ** Math.min(this.#failures++, 10), MAX_BACK_OFF)
    const wanted = retryAfter ?? (status === 429 ? PAUSE : backOff)
    this.extend(this.#now() + Math.min(Math.max(wanted, BACK_OFF), MAX_PAUSE))
    return this.#until
  }

  /** Leaves it alone at least until then. */
  extend(until: number): void {
    this.#until = Math.max(this.#until, until)
  }
}
