import { tooSlow } from './limits.ts'

/** The budget for checking one answer: one schema against one value is a step of some 5 µs. Source: threats T22. */
const MAX_STEPS = 200_000

/** Counts the steps of checking an answer, and aborts when there are too many. */
export class Steps {
  #left = MAX_STEPS

  /** Throws `schema_too_complex` when none are left. */
  take(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw tooSlow()
  }
}
