import { ApiError } from '../errors.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export const granularities = ['hour', 'day', 'week', 'month'] as const
export type Granularity = (typeof granularities)[number]

/** A span for which usage is requested, in epoch milliseconds. */
export interface Period {
  name: string
  from: number
  to: number
}

/** Maximum days of `<n>d`, and of the same span as `<n>h`. */
const MAX_DAYS = 3660

const utc = (time: number) => {
  const date = new Date(time)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() }
}

/** The start of the hour, day, week (Monday) or month that contains a time, in UTC. */
export function floorTo(granularity: Granularity, time: number): number {
  if (granularity === 'hour') return Math.floor(time / HOUR) * HOUR
  const day = Math.floor(time / DAY) * DAY
  if (granularity === 'day') return day
  if (granularity === 'week') return day - ((new Date(day).getUTCDay() + 6) % 7) * DAY
  const { year, month } = utc(time)
  return Date.UTC(year, month)
}

/** The start of the next one. */
function nextAfter(granularity: Granularity, start: number): number {
  if (granularity === 'hour') return start + HOUR
  if (granularity === 'day') return start + DAY
  if (granularity === 'week') return start + 7 * DAY
  const { year, month } = utc(start)
  return Date.UTC(year, month + 1)
}

/**
 * Reads `day`, `week`, `month`, `year` (the current one so far, in UTC) or the last `<n>d` or `<n>h`. Throws 400
 * `invalid_request` for anything else. Source: decisions 12.2.
 */
export function readPeriod(text: string, now: number): Period {
  if (text === 'day' || text === 'week' || text === 'month') return { name: text, from: floorTo(text, now), to: now }
  if (text === 'year') return { name: text, from: Date.UTC(utc(now).year, 0), to: now }
  const [, digits, unit] = /^(\d{1,5})([dh])$/.exec(text) ?? []
  const length = Number(digits) * (unit === 'd' ? DAY : HOUR)
  if (!(length > 0 && length <= MAX_DAYS * DAY)) {
    const message = `period must be day, week, month, year, or a number of days or hours such as 7d or 24h, of at most ${MAX_DAYS} days`
    throw new ApiError('invalid_request', message, { parameter: 'period' })
  }
  return { name: text, from: now - length, to: now }
}

/** A range of whole hours, days or months, in epoch milliseconds: from `from` (inclusive) to `to` (exclusive). */
export interface Stretch {
  span: 'hour' | 'day' | 'month'
  from: number
  to: number
}

/** The start at or after a time. */
const ceilTo = (granularity: Granularity, time: number) => {
  const start = floorTo(granularity, time)
  return start === time ? time : nextAfter(granularity, start)
}

/**
 * Splits a period into as few spans as possible, none larger than `granularity`. A span that the period only touches
 * counts as a whole. As the period ends now, its last day and month are complete too.
 */
export function coverPeriod({ from, to }: Period, granularity: Granularity = 'month'): Stretch[] {
  const end = to + 1
  const hours = floorTo('hour', from)
  const days = granularity === 'hour' ? end : Math.min(end, ceilTo('day', hours))
  const months = granularity === 'month' ? Math.min(end, ceilTo('month', days)) : end
  const stretches: Stretch[] = [
    { span: 'hour', from: hours, to: days },
    { span: 'day', from: days, to: months },
    { span: 'month', from: months, to: end },
  ]
  return stretches.filter(({ from, to }) => from < to)
}

/** The starts of all hours, days or months in a range. */
export function startsIn({ span, from, to }: Stretch): number[] {
  const starts: number[] = []
  for (let start = from; start < to; start = nextAfter(span, start)) starts.push(start)
  return starts
}

/** The granularity of calendar periods, however much of them is over: a week has days on a Monday too. */
const ofCalendar = new Map<string, Granularity>([
  ['day', 'hour'],
  ['week', 'day'],
  ['month', 'day'],
  ['year', 'month'],
])

/** The granularity if none is requested: some dozens of buckets for most periods. */
export function defaultGranularity({ name, from, to }: Period): Granularity {
  const granularity = ofCalendar.get(name)
  if (granularity) return granularity
  const days = (to - from) / DAY
  if (days <= 2) return 'hour'
  return days <= 92 ? 'day' : 'month'
}

/** Maximum number of buckets, which is checked before they are created. */
const MAX_BUCKETS = 10_000

/** The starts of all buckets of a period, in order. Throws 400 `invalid_request` for more than 10,000. */
export function bucketsOf({ from, to }: Period, granularity: Granularity): number[] {
  if (granularity === 'hour' && (to - from) / HOUR > MAX_BUCKETS) {
    throw new ApiError('invalid_request', 'This period is too long to be shown by hour', {
      parameter: 'granularity',
    })
  }
  const starts: number[] = []
  for (let start = floorTo(granularity, from); start <= to; start = nextAfter(granularity, start)) starts.push(start)
  return starts
}

/** A bucket's name: `2026-01-31T12:00:00.000Z`, `2026-01-31`, the ISO week `2026-W05`, or `2026-01`. */
export function bucketName(granularity: Granularity, start: number): string {
  const iso = new Date(start).toISOString()
  if (granularity === 'hour') return iso
  if (granularity === 'day') return iso.slice(0, 10)
  if (granularity === 'month') return iso.slice(0, 7)
  // A week belongs to the year of its Thursday.
  const thursday = start + 3 * DAY
  const { year } = utc(thursday)
  const week = 1 + Math.floor((thursday - Date.UTC(year, 0)) / (7 * DAY))
  return `${year}-W${String(week).padStart(2, '0')}`
}
