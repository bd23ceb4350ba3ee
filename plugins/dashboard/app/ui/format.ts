/** How figures and times are written, by the browser's language. */

const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 })
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

export const formatNumber = (value: number) => numbers.format(value)
export const formatCompact = (value: number) => compact.format(value)
export const formatCredits = (value: number) => `${numbers.format(value)} ${value === 1 ? 'credit' : 'credits'}`
export const formatTime = (iso: string) => dateTime.format(new Date(iso))
export const formatDay = (iso: string) => day.format(new Date(iso))

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

/** "3 minutes ago", "in 2 hours"; the day where it is longer ago than a month. */
export function formatAgo(iso: string, now = Date.now()): string {
  const ms = new Date(iso).getTime() - now
  if (Math.abs(ms) > 30 * 86_400_000) return formatDay(iso)
  const [unit, length] = UNITS.find(([, length]) => Math.abs(ms) >= length) ?? ['second' as const, 1000]
  return relative.format(Math.round(ms / length), unit)
}

/** "640 ms", "3.2 s", "4 min 10 s". */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}

/** "640 B", "3.2 KB", "12 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} KB`
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`
}
