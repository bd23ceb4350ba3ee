/** A span of time, in epoch milliseconds: from `start`, before `end`. */
export interface Month {
  start: number
  end: number
}

/** Midnight, UTC, of a day of a month; in a shorter month its last day. */
function dayOf(year: number, month: number, day: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(day, last))
}

/**
 * The account's month that a time lies in, when months begin on the given day (1 to 31), in UTC. On the 31st, months
 * begin on 31 January, 28 February, 31 March.
 */
export function monthAround(time: number, day: number): Month {
  const date = new Date(time)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const start = dayOf(year, month, day)
  return time >= start
    ? { start, end: dayOf(year, month + 1, day) }
    : { start: dayOf(year, month - 1, day), end: start }
}
