/** Times as archives write them: 14 digits, `YYYYMMDDHHMMSS` in UTC. */

const DIGITS = /^\d{14}$/

/** The epoch milliseconds of 14 digits; an invalid day or hour rolls over. */
export function toMillis(timestamp: string): number {
  const part = (from: number, to: number) => Number(timestamp.slice(from, to))
  const year = part(0, 4)
  const millis = Date.UTC(year, part(4, 6) - 1, part(6, 8), part(8, 10), part(10, 12), part(12, 14))
  // Otherwise the year 50 would be read as 1950.
  return year < 100 ? new Date(millis).setUTCFullYear(year) : millis
}

export function fromMillis(millis: number): string {
  const [date, time] = new Date(millis).toISOString().split('T') as [string, string]
  return date.replaceAll('-', '').padStart(8, '0') + time.slice(0, 8).replaceAll(':', '')
}

/** Whether these 14 digits, or 8 of a day, are a valid time. */
export function isMoment(digits: string): boolean {
  const whole = digits.length === 8 ? startOf(digits) : digits
  return DIGITS.test(whole) && fromMillis(toMillis(whole)) === whole
}

export const isTimestamp = (text: unknown): text is string => typeof text === 'string' && DIGITS.test(text)

/** The first and the last time of a day, and its middle: any time on the day is nearer to it than any other. */
export const startOf = (day: string) => `${day}000000`
export const endOf = (day: string) => `${day}235959`
export const middleOf = (day: string) => `${day}120000`

/** The 14 digits of an HTTP or ISO date; undefined for an invalid one. */
export function fromDate(date: string | null | undefined): string | undefined {
  const millis = Date.parse(date ?? '')
  return Number.isNaN(millis) || millis < 0 || millis >= END ? undefined : fromMillis(millis)
}
const END = Date.UTC(10_000, 0, 1)

/** As HTTP headers write it. Source: RFC 9110 section 5.6.7. */
export const toHttpDate = (timestamp: string) => new Date(toMillis(timestamp)).toUTCString()

/** The captures nearest to a time, nearest first; of equally near ones the older. */
export function nearest<T extends { timestamp: string }>(captures: readonly T[], moment: string, limit: number): T[] {
  const at = toMillis(moment)
  return captures
    .map((capture) => ({ capture, distance: Math.abs(toMillis(capture.timestamp) - at) }))
    .sort((a, b) => a.distance - b.distance || compare(a.capture, b.capture))
    .slice(0, limit)
    .map(({ capture }) => capture)
}

/** Chronological order. */
export const compare = (one: { timestamp: string }, other: { timestamp: string }) =>
  one.timestamp < other.timestamp ? -1 : one.timestamp > other.timestamp ? 1 : 0
