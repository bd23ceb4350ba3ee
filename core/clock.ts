/** The time of day, behind an interface so that tests can set it. Measure intervals with `performance.now()`. */
export interface Clock {
  /** Returns epoch milliseconds. */
  now(): number
}

/** Epoch milliseconds as the API shows them: ISO 8601 in UTC; null stays null. Source: decisions 1.5. */
export function isoTime(at: number): string
export function isoTime(at: number | null): string | null
export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

export const systemClock: Clock = { now: () => Date.now() }
