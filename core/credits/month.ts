/** A span of time in epoch milliseconds, from `start` (inclusive) to `end` (exclusive). */
export interface Month {
  start: number
  end: number
}

/** When months begin: a day (1 to 31, or the last of a shorter month), and milliseconds into that day, in UTC. */
export interface MonthStart {
  day: number
  time: number
}

const DAY = 86_400_000

/** The day and time of day of a moment. */
export const monthStartOf = (moment: number): MonthStart => ({
  day: new Date(moment).getUTCDate(),
  time: moment - Math.floor(moment / DAY) * DAY,
})

/** Longer than two months. */
const FAR = 62 * DAY

/**
 * Whether a month begins so late that the clock must have been far ahead when it was begun. A month that is nearer
 * stays as it is, so that a clock that is set back grants nothing twice.
 */
export const isFarAhead = (start: number, now: number) => start > now + FAR

/** The start of a month, by its index from the year's start. */
function startIn(year: number, month: number, { day, time }: MonthStart): number {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(day, last)) + time
}

/**
 * The account's month that contains a time. Months that begin on the 31st begin on 31 January, 28 February, 31 March
 * and so on.
 */
export function monthAround(time: number, begin: MonthStart): Month {
  const date = new Date(time)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const start = startIn(year, month, begin)
  return time >= start
    ? { start, end: startIn(year, month + 1, begin) }
    : { start: startIn(year, month - 1, begin), end: start }
}
