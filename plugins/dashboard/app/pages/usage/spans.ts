import type { Granularity } from './usage-data.ts'

/** A selectable period, and twice its length: the first half is what the second is compared with. */
export interface Span {
  value: string
  label: string
  twice: string
  before: string
  granularities: readonly Granularity[]
}

/** Each with the granularities that give about 5 to 200 points, best first. */
export const spans: readonly Span[] = [
  { value: '24h', label: 'Last 24 hours', twice: '48h', before: 'The 24 hours before', granularities: ['hour'] },
  { value: '7d', label: 'Last 7 days', twice: '14d', before: 'The 7 days before', granularities: ['day', 'hour'] },
  { value: '30d', label: 'Last 30 days', twice: '60d', before: 'The 30 days before', granularities: ['day', 'week'] },
  {
    value: '90d',
    label: 'Last 90 days',
    twice: '180d',
    before: 'The 90 days before',
    granularities: ['day', 'week', 'month'],
  },
  { value: '365d', label: 'Last year', twice: '730d', before: 'The year before', granularities: ['month', 'week'] },
]
export const usual = spans[2]!

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' })
const hour = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** The label of a bucket. Days, weeks and months are in UTC, as the server counts them. */
export function bucketLabel(granularity: Granularity, period: string): string {
  if (granularity === 'hour') return hour.format(new Date(period))
  if (granularity === 'week') return period
  return granularity === 'day' ? day.format(new Date(period)) : month.format(new Date(`${period}-01`))
}
