import { ApiError } from '../errors.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export const granularities = ['hour', 'day', 'week', 'month'] as const
export type Granularity = (typeof granularities)[number]

/** A span that usage is asked for, in epoch milliseconds. */
export interface Period {
  name: string
  from: number
  to: number
}

/** The longest `<n>d`, in days; `<n>h` reaches as far. */
const MAX_DAYS = 3660

const utc = (time: number) => {
  const date = new Date(time)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() }
}

/** The start of the hour, day, week (Monday) or month that a time lies in, in UTC. */
export function floorTo(granularity: Granularity, time: number): number {
  if (granularity === 'hour') return Math.floor(time / HOUR) * HOUR
  const day = Math.floor(time / DAY) * DAY
  if (granularity === 'day') return day
  if (granularity === 'week') return day - ((new Date(day).getUTCDay() + 6) % 7) * DAY
  const { year, month } = utc(time)
  return Date.UTC(year, month)
}

/** The start of the one after. */
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

/** Whole hours, days or months, in epoch milliseconds: from one that begins at `from`, before `to`. */
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
 * A period in as few spans as can be, none larger than its buckets shall be; one that the period only touches counts
 * whole. As it ends now, its last day and month are whole too: nothing lies behind.
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

/** The starts of all hours, days or months of a stretch. */
export function startsIn({ span, from, to }: Stretch): number[] {
  const starts: number[] = []
  for (let start = from; start < to; start = nextAfter(span, start)) starts.push(start)
  return starts
}

/** The granularity that suits a period: some 10 to 100 buckets. */
export function defaultGranularity({ from, to }: Period): Granularity {
  const days = (to - from) / DAY
  if (days <= 2) return 'hour'
  return days <= 92 ? 'day' : 'month'
}

/** Buckets are counted before they are made. */
const MAX_BUCKETS = 10_000

/** The starts of all buckets that a period touches, in order. Throws 400 `invalid_request` for more than 10,000. */
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
  // A week belongs to the year in which its Thursday lies.
  const thursday = start + 3 * DAY
  const { year } = utc(thursday)
  const week = 1 + Math.floor((thursday - Date.UTC(year, 0)) / (7 * DAY))
  return `${year}-W${String(week).padStart(2, '0')}`
}
