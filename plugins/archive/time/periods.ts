import { startOf, toMillis } from './timestamp.ts'

export const granularities = ['day', 'week', 'month', 'year'] as const
export type Granularity = (typeof granularities)[number]

const DAY = 86_400_000

/** The period that 14 digits belong to: `2025-01-15`, `2025-W03` (an ISO 8601 week), `2025-01` or `2025`. */
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

/** Days from one to another, both inclusive. */
const daysBetween = (from: string, to: string) =>
  Math.round((toMillis(startOf(to)) - toMillis(startOf(from))) / DAY) + 1

const LENGTHS: Record<Granularity, number> = { day: 1, week: 7, month: 28, year: 365 }

/** The most periods that there can be from one day to another. */
export const countOf = (from: string, to: string, granularity: Granularity): number =>
  Math.ceil(daysBetween(from, to) / LENGTHS[granularity]) + 1

/** The names of all periods from one day to another, in order. */
export function periodsBetween(from: string, to: string, granularity: Granularity): string[] {
  const names = new Set<string>()
  const start = toMillis(startOf(from))
  for (let day = 0; day < daysBetween(from, to); day++) {
    const date = new Date(start + day * DAY).toISOString().slice(0, 10).replaceAll('-', '')
    names.add(periodOf(startOf(date), granularity))
  }
  return [...names]
}
