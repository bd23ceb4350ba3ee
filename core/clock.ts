/** The time of day, apart so that tests can set it. Intervals are measured with `performance.now()`. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}
export const systemClock: Clock = { now: () => Date.now() }
