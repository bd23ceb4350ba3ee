import { type Granularity, periodOf, periodsBetween } from '../time/periods.ts'

/** The periods of a range, with the captures in each. */
export function toTimeline(
  timestamps: readonly string[],
  { from, to, granularity }: { from: string; to: string; granularity: Granularity },
) {
  const periods = new Map(periodsBetween(from, to, granularity).map((period) => [period, [] as string[]]))
  for (const timestamp of timestamps.toSorted()) periods.get(periodOf(timestamp, granularity))?.push(timestamp)
  return [...periods].map(([period, snapshots]) => ({ period, count: snapshots.length, snapshots }))
}
