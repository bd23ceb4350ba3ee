/** Moments in the format of archives: 14 digits, `YYYYMMDDHHMMSS` in UTC. */

const DIGITS = /^\d{14}$/

/** Converts 14 digits to epoch milliseconds; a day or hour that does not exist rolls over. */
export function toMillis(timestamp: string): number {
  const part = (from: number, to: number) => Number(timestamp.slice(from, to))
  const year = part(0, 4)
  const millis = Date.UTC(year, part(4, 6) - 1, part(6, 8), part(8, 10), part(10, 12), part(12, 14))
  // `Date.UTC` reads the year 50 as 1950.
  return year < 100 ? new Date(millis).setUTCFullYear(year) : millis
}

export function fromMillis(millis: number): string {
  const [date, time] = new Date(millis).toISOString().split('T') as [string, string]
  return date.replaceAll('-', '').padStart(8, '0') + time.slice(0, 8).replaceAll(':', '')
}

/** Whether 14 digits, or 8 for a day, are a moment that exists. */
export function isMoment(digits: string): boolean {
  const whole = digits.length === 8 ? startOf(digits) : digits
  return DIGITS.test(whole) && fromMillis(toMillis(whole)) === whole
}

export const isTimestamp = (text: unknown): text is string => typeof text === 'string' && DIGITS.test(text)

/**
 * The first and the last moment of a day, and its middle, to which every moment of the day is nearer than any other.
 */
export const startOf = (day: string) => `${day}000000`
export const endOf = (day: string) => `${day}235959`
export const middleOf = (day: string) => `${day}120000`

/** Converts an HTTP or ISO date to 14 digits; undefined for anything else. */
export function fromDate(date: string | null | undefined): string | undefined {
  const millis = Date.parse(date ?? '')
  return Number.isNaN(millis) || millis < 0 || millis >= END ? undefined : fromMillis(millis)
}
const END = Date.UTC(10_000, 0, 1)

/** The format of HTTP headers. Source: RFC 9110 section 5.6.7. */
export const toHttpDate = (timestamp: string) => new Date(toMillis(timestamp)).toUTCString()

/** Compares by time. */
export const compare = (one: { timestamp: string }, other: { timestamp: string }) =>
  one.timestamp < other.timestamp ? -1 : one.timestamp > other.timestamp ? 1 : 0
