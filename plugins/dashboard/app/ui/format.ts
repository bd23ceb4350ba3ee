/** Formats figures and times in the browser's language. */

const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 })
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const dateTime = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

export const formatNumber = (value: number) => numbers.format(value)
export const formatCompact = (value: number) => compact.format(value)
export const formatCredits = (value: number) => `${numbers.format(value)} ${value === 1 ? 'credit' : 'credits'}`
/** "3 of 4", "3 of 4, 1 failed". */
export const formatDone = ({ completed, failed, total }: { completed: number; failed: number; total: number }) =>
  `${formatNumber(completed)} of ${formatNumber(total)}${failed > 0 ? `, ${formatNumber(failed)} failed` : ''}`
export const formatTime = (iso: string) => dateTime.format(new Date(iso))
export const formatDay = (iso: string) => day.format(new Date(iso))

const UNITS: readonly [Intl.RelativeTimeFormatUnit, length: number, most: number][] = [
  ['second', 1000, 59],
  ['minute', 60_000, 59],
  ['hour', 3_600_000, 23],
  ['day', 86_400_000, Number.POSITIVE_INFINITY],
]

/** "3 minutes ago", "in 2 hours"; the date if it is more than a month ago. */
export function formatAgo(iso: string, now = Date.now()): string {
  const ms = new Date(iso).getTime() - now
  if (Math.abs(ms) > 30 * 86_400_000) return formatDay(iso)
  // A value that rounds up to a whole larger unit uses that unit: never "60 minutes ago".
  const [unit, length] = UNITS.find(([, length, most]) => Math.abs(Math.round(ms / length)) <= most)!
  return relative.format(Math.round(ms / length), unit)
}

/** "640 ms", "3.2 s", "4 min 10 s", "2 h 5 min". */
export function formatDuration(ms: number): string {
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`
  const tenths = Math.round(ms / 100)
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  const minutes = Math.round(ms / 60_000)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** "640 B", "3.2 KB", "12.0 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_950) return `${(bytes / 1000).toFixed(1)} KB`
  if (bytes < 999_950_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`
}
