/** The pause in milliseconds after a 429 that states none. */
const PAUSE = 60_000
/** The longest pause, whatever the host asks for. */
const MAX_PAUSE = 3_600_000
/** The pause in milliseconds after a first failure; it doubles with each further one. */
const BACK_OFF = 1000
const MAX_BACK_OFF = 10_000

/** The failure of a host: its status, if it answered, and the pause that it asks for, in milliseconds. */
export interface Failure {
  status?: number
  retryAfter?: number
}

/** The pause of a host after failures. */
export class Pauses {
  readonly #now: () => number
  #until = 0
  #failures = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** The remaining milliseconds. If the clock was set back, nobody must wait for the old time. */
  get left(): number {
    const now = this.#now()
    this.#until = Math.min(this.#until, now + MAX_PAUSE)
    return Math.max(0, this.#until - now)
  }

  succeeded(): void {
    this.#failures = 0
  }

  /** Returns the end of the pause. */
  failed({ status, retryAfter }: Failure): number {
    const backOff = Math.min(BACK_OFF * 2 ** Math.min(this.#failures++, 10), MAX_BACK_OFF)
    const wanted = retryAfter ?? (status === 429 ? PAUSE : backOff)
    this.extend(this.#now() + Math.min(Math.max(wanted, BACK_OFF), MAX_PAUSE))
    return this.#until
  }

  /** Extends the pause to end at `until` or later. */
  extend(until: number): void {
    this.#until = Math.max(this.#until, until)
  }
}
