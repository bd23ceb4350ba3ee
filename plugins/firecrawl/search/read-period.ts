import type { SearchBody } from '../../search/service.ts'

type Period = Pick<SearchBody, 'timeRange' | 'from' | 'to'>

const ranges: Readonly<Record<string, NonNullable<Period['timeRange']>>> = {
  h: 'day',
  d: 'day',
  w: 'week',
  m: 'month',
  y: 'year',
}

/** Parses a period as search engines write it: `qdr:w`, or `cdr:1,cd_min:1/31/2026,cd_max:…`. */
export function readPeriod(tbs: string): Period | undefined {
  const range = ranges[/^qdr:([hdwmy])$/.exec(tbs)?.[1] ?? '']
  if (range) return { timeRange: range }
  const from = dayOf(/cd_min:([\d/]+)/.exec(tbs)?.[1])
  const to = dayOf(/cd_max:([\d/]+)/.exec(tbs)?.[1])
  return tbs.startsWith('cdr:1') && (from || to) ? { ...(from && { from }), ...(to && { to }) } : undefined
}

/** Converts `1/31/2026` to `2026-01-31`. */
function dayOf(written: string | undefined): string | undefined {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(written ?? '') ?? []
  return year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : undefined
}
