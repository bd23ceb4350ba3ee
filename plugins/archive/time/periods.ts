import { fromMillis, startOf, toMillis } from './timestamp.ts'

export const granularities = ['day', 'week', 'month', 'year'] as const
export type Granularity = (typeof granularities)[number]

const DAY = 86_400_000

/** The period of a 14-digit moment: `2025-01-15`, `2025-W03` by ISO 8601 weeks, `2025-01` or `2025`. */
export function periodOf(timestamp: string, granularity: Granularity): string {
  const [year, month, day] = [timestamp.slice(0, 4), timestamp.slice(4, 6), timestamp.slice(6, 8)]
  if (granularity === 'year') return year
  if (granularity === 'month') return `${year}-${month}`
  return granularity === 'day' ? `${year}-${month}-${day}` : weekOf(toMillis(timestamp))
}

/** A week belongs to the year of its Thursday. */
function weekOf(millis: number): string {
  const date = new Date(millis)
  const thursday = new Date(Math.floor(millis / DAY) * DAY + (4 - (date.getUTCDay() || 7)) * DAY)
  const first = new Date(0)
  first.setUTCFullYear(thursday.getUTCFullYear(), 0, 1)
  const week = 1 + Math.floor((thursday.getTime() - first.getTime()) / (7 * DAY))
  return `${String(thursday.getUTCFullYear()).padStart(4, '0')}-W${String(week).padStart(2, '0')}`
}

/** The number of days between two days, inclusive. */
const daysBetween = (from: string, to: string) =>
  Math.round((toMillis(startOf(to)) - toMillis(startOf(from))) / DAY) + 1

const LENGTHS: Record<Granularity, number> = { day: 1, week: 7, month: 28, year: 365 }

/** An upper bound of the number of periods between two days. */
export const countOf = (from: string, to: string, granularity: Granularity): number =>
  Math.ceil(daysBetween(from, to) / LENGTHS[granularity]) + 1

/** The names of all periods between two days, in order. */
export function periodsBetween(from: string, to: string, granularity: Granularity): string[] {
  const names = new Set<string>()
  for (const day of daysIn(from, to, granularity)) names.add(periodOf(startOf(day), granularity))
  return [...names]
}

/** Days of which at least one is in each period. All days of a range of a thousand years would take seconds. */
function* daysIn(from: string, to: string, granularity: Granularity): Generator<string> {
  const [start, end] = [toMillis(startOf(from)), toMillis(startOf(to))]
  const date = new Date(start)
  for (let step = 0; date.getTime() <= end; step++) {
    yield fromMillis(date.getTime()).slice(0, 8)
    if (granularity === 'day' || granularity === 'week') date.setTime(start + (step + 1) * LENGTHS[granularity] * DAY)
    else date.setUTCMonth(date.getUTCMonth() + (granularity === 'month' ? 1 : 12), 1)
  }
  yield to
}
