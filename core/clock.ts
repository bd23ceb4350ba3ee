/** The time of day, apart so that tests can set it. Intervals are measured with `performance.now()`. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

/** Epoch milliseconds as the API shows them: ISO 8601 in UTC; null for none. Source: decisions 1.5. */
export function isoTime(at: number): string
export function isoTime(at: number | null): string | null
export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

export const systemClock: Clock = { now: () => Date.now() }
