import { useQuery } from '../../api/use-query.ts'
import { Chart, type Point } from '../../ui/content/chart.tsx'
import { formatDuration, formatNumber } from '../../ui/format.ts'
import { Loaded } from '../../ui/states.tsx'
import { bucketLabel, type Span } from './spans.ts'
import type { UsageBucket, UsageTrends } from './usage-data.ts'
import { formatShare } from './usage-figures.tsx'

type Measure = Exclude<keyof UsageBucket, 'period'>

interface UsageChartsProps {
  span: Span
  /** For the selected period, and for twice its length. */
  now: string
  twice: string
}

/** Usage over time, each chart with the previous period. */
export function UsageCharts({ span, now, twice }: UsageChartsProps) {
  const trends = useQuery<UsageTrends>(now)
  const whole = useQuery<UsageTrends>(twice)
  return (
    <Loaded query={trends} lines={8}>
      {({ granularity, series }) => {
        // Both end now: what exceeds the selected period belongs to the previous one.
        const before = whole.data?.granularity === granularity ? whole.data.series.slice(0, -series.length) : []
        const shift = Math.max(0, before.length - series.length)
        const points = (measure: Measure): Point[] =>
          series.map((bucket, index) => ({
            label: bucketLabel(granularity, bucket.period),
            value: bucket[measure],
            before: before[index + shift]?.[measure],
          }))
        const beforeTitle = before.length > 0 ? span.before : undefined
        return (
          <div class="charts">
            <Chart
              title="Credits used"
              points={points('creditsUsed')}
              format={formatNumber}
              beforeTitle={beforeTitle}
            />
            <Chart title="Requests" points={points('requests')} format={formatNumber} beforeTitle={beforeTitle} />
            <Chart title="Pages" points={points('pagesScraped')} format={formatNumber} beforeTitle={beforeTitle} />
            <Chart
              title="Success rate"
              kind="line"
              points={points('successRate')}
              format={formatShare}
              formatShort={formatShare}
              beforeTitle={beforeTitle}
            />
            <Chart
              title="Response time"
              kind="line"
              points={points('averageResponseTime')}
              format={formatDuration}
              formatShort={formatDuration}
              beforeTitle={beforeTitle}
            />
          </div>
        )
      }}
    </Loaded>
  )
}
