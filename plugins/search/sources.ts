/** What is searched: pages, news, pictures. */
export const sources = ['web', 'news', 'images'] as const
export type Source = (typeof sources)[number]

export const timeRanges = ['day', 'week', 'month', 'year'] as const
export type TimeRange = (typeof timeRanges)[number]

/** Of which time results are wanted. */
export interface Period {
  /** Epoch milliseconds: from the first to before the second. */
  from: number
  until: number
  /** Where it is that much up to now. */
  range?: TimeRange
}

/** Milliseconds. */
const DAY = 24 * 3_600_000
const lengths: Readonly<Record<TimeRange, number>> = { day: DAY, week: 7 * DAY, month: 31 * DAY, year: 366 * DAY }

export interface PeriodFields {
  timeRange?: TimeRange
  from?: string
  to?: string
}

/** The period that a body names; undefined for any time. Days are whole ones, in UTC. */
export function periodOf({ timeRange: range, from, to }: PeriodFields, now: number): Period | undefined {
  if (range) return { from: now - lengths[range], until: now + DAY, range }
  if (from === undefined && to === undefined) return undefined
  const first = from === undefined ? 0 : Date.parse(from)
  return { from: first, until: (to === undefined ? Math.max(now, first) : Date.parse(to)) + DAY }
}

/** The shortest range up to now that holds a period; undefined where even a year is too short. */
export const rangeHolding = ({ from, range }: Period, now: number): TimeRange | undefined =>
  range ?? timeRanges.find((one) => now - lengths[one] <= from)

/** Epoch milliseconds; NaN for what is no time. Without a zone it is taken for UTC, wherever this runs. */
export const readTime = (written = ''): number => Date.parse(/T[\d:.]+$/.test(written) ? `${written}Z` : written)

/** Whether a time, as somebody wrote it, lies in a period; one that cannot be read may. */
export function mayLieIn(written: string | undefined, { from, until }: Period): boolean {
  const time = readTime(written)
  return Number.isNaN(time) || (time >= from && time < until)
}
