/** What is searched: pages, news, images. */
export const sources = ['web', 'news', 'images'] as const
export type Source = (typeof sources)[number]

export const timeRanges = ['day', 'week', 'month', 'year'] as const
export type TimeRange = (typeof timeRanges)[number]

/** The time range of results. */
export interface Period {
  /** Epoch milliseconds: from the first, up to but excluding the second. */
  from: number
  until: number
  /** The length, if the range ends now. */
  range?: TimeRange
}

/** In milliseconds. */
const DAY = 24 * 3_600_000
const lengths: Readonly<Record<TimeRange, number>> = { day: DAY, week: 7 * DAY, month: 31 * DAY, year: 366 * DAY }

export interface PeriodFields {
  timeRange?: TimeRange
  from?: string
  to?: string
}

/** The time range in a body; undefined for any time. Days are whole days in UTC. */
export function periodOf({ timeRange: range, from, to }: PeriodFields, now: number): Period | undefined {
  if (range) return { from: now - lengths[range], until: now + DAY, range }
  if (from === undefined && to === undefined) return undefined
  const first = from === undefined ? 0 : Date.parse(from)
  return { from: first, until: (to === undefined ? Math.max(now, first) : Date.parse(to)) + DAY }
}

/** The shortest predefined range up to now that contains a time range; undefined if even a year is too short. */
export const rangeHolding = ({ from, range }: Period, now: number): TimeRange | undefined =>
  range ?? timeRanges.find((one) => now - lengths[one] <= from)

/** Epoch milliseconds; NaN for an invalid time. Without a zone it is read as UTC, wherever this runs. */
export const readTime = (written = ''): number => Date.parse(/T[\d:.]+$/.test(written) ? `${written}Z` : written)

/** Whether a time as somebody wrote it lies in a range; one that cannot be parsed may. */
export function mayLieIn(written: string | undefined, { from, until }: Period): boolean {
  const time = readTime(written)
  return Number.isNaN(time) || (time >= from && time < until)
}
