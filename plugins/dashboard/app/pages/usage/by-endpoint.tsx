import { useQuery } from '../../api/use-query.ts'
import { formatNumber } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import type { Usage } from './usage-data.ts'

/** Usage per endpoint. */
export function ByEndpoint({ path }: { path: string }) {
  const usage = useQuery<Usage>(path)
  return (
    <Section title="By endpoint">
      <Loaded query={usage} lines={4}>
        {({ byEndpoint }) => {
          if (byEndpoint.length === 0)
            return (
              <EmptyState title="No requests in this period">
                Choose a longer period, or send your first request.
              </EmptyState>
            )
          const most = Math.max(...byEndpoint.map(({ requests }) => requests), 1)
          return (
            <Table
              caption="Requests and credits by endpoint"
              rows={byEndpoint.toSorted((one, other) => other.requests - one.requests)}
              keyOf={({ endpoint }) => endpoint}
              columns={[
                { title: 'Endpoint', main: true, cell: ({ endpoint }) => <code>{endpoint}</code> },
                {
                  title: 'Share',
                  cell: ({ requests, endpoint }) => (
                    <meter min={0} max={most} value={requests} aria-label={`Requests to ${endpoint}`} />
                  ),
                },
                { title: 'Requests', numeric: true, cell: ({ requests }) => formatNumber(requests) },
                { title: 'Credits', numeric: true, cell: ({ creditsUsed }) => formatNumber(creditsUsed) },
              ]}
            />
          )
        }}
      </Loaded>
    </Section>
  )
}
