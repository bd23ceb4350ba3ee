/** The assumed duration of an item in milliseconds, before one has been measured. */
const UNKNOWN = 2_000
/** The weight of the latest measurement in the moving average. */
const SHARE = 0.1

/** The average durations of items, by the name of the job's definition, as measured in this process. */
export interface Durations {
  record(kind: string, milliseconds: number): void
  /** Milliseconds for one item. */
  of(kind: string): number
}

export function createDurations(): Durations {
  const known = new Map<string, number>()
  return {
    record(kind, milliseconds) {
      const before = known.get(kind)
      known.set(kind, before === undefined ? milliseconds : before + (milliseconds - before) * SHARE)
    },
    of: (kind) => known.get(kind) ?? UNKNOWN,
  }
}

/** Estimated milliseconds for a number of items, of which `parallel` run at once and start `spacing` apart. */
export const timeFor = (
  items: number,
  { item, parallel, spacing }: { item: number; parallel: number; spacing: number },
) =>
  Math.round(
    Math.max(
      (Math.ceil(items / Math.max(1, parallel)) || 0) * item,
      Math.max(0, items - 1) * spacing + item * Math.min(1, items),
    ),
  )

/** A duration in words: "40 seconds", "3 minutes", "2 hours". Source: decisions 4.1. */
export function durationInWords(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000))
  const [count, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5400
        ? [Math.round(seconds / 60), 'minute']
        : [Math.round(seconds / 3600), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
