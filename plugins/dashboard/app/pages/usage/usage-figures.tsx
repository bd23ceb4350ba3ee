import { useQuery } from '../../api/use-query.ts'
import { type Figure, Figures } from '../../ui/data/figures.tsx'
import { formatDuration, formatNumber } from '../../ui/format.ts'
import { Loaded } from '../../ui/states.tsx'
import { Change } from './change.tsx'
import { overviewBefore, type UsageOverview } from './usage-data.ts'

export const formatShare = (share: number) =>
  new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }).format(share)

interface UsageFiguresProps {
  /** For the selected period, and for twice its length. */
  now: string
  twice: string
}

/** The totals of the selected period, next to those of the previous one. */
export function UsageFigures({ now, twice }: UsageFiguresProps) {
  const overview = useQuery<UsageOverview>(now)
  const whole = useQuery<UsageOverview>(twice)
  return (
    <Loaded query={overview} lines={2}>
      {(last) => <Figures figures={figuresOf(last, whole.data && overviewBefore(whole.data, last))} />}
    </Loaded>
  )
}

function figuresOf(now: UsageOverview, before: UsageOverview | undefined): Figure[] {
  const counts = [
    ['Requests', 'totalRequests'],
    ['Pages', 'pagesScraped'],
    ['Credits used', 'creditsUsed'],
  ] as const
  const means = [
    ['Success rate', 'successRate', formatShare],
    ['Response time', 'averageResponseTime', formatDuration],
  ] as const
  return [
    ...counts.map(([title, name]) => ({
      title,
      value: formatNumber(now[name]),
      note: before && <Change now={now[name]} before={before[name]} />,
    })),
    // A mean of no values is meaningless.
    ...means.map(([title, name, format]) => ({
      title,
      value: now.totalRequests === 0 ? '–' : format(now[name]),
      note: before && before.totalRequests > 0 ? `${format(before[name])} before` : undefined,
    })),
  ]
}
