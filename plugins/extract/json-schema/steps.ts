import { tooSlow } from './limits.ts'

/** What checking one answer may take: a schema beside a value is a step, some 5 µs. Source: threats T22. */
const MAX_STEPS = 200_000

/** Counts what checking an answer takes, and ends it where that is too much. */
export class Steps {
  #left = MAX_STEPS

  /** Throws `schema_too_complex` where there are none left. */
  take(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw tooSlow()
  }
}
