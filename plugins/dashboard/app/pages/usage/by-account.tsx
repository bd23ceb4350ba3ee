import { withQuery } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { formatDuration, formatNumber } from '../../ui/format.ts'
import { to } from '../../ui/link.ts'
import { Section } from '../../ui/page.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import type { AccountUsage } from './usage-data.ts'
import { formatShare } from './usage-figures.tsx'

/** The accounts with the highest usage, for administrators. */
export function ByAccount({ period }: { period: string }) {
  const most = useQuery<{ accounts: AccountUsage[] }>(withQuery('/v1/analytics/accounts', { period, limit: 20 }))
  const orNone = (value: number | null, format: (value: number) => string) => (value === null ? '–' : format(value))
  return (
    <Section title="Accounts with the most requests">
      <Loaded query={most} lines={4}>
        {({ accounts }) =>
          accounts.length === 0 ? (
            <EmptyState title="No requests in this period" />
          ) : (
            <Table
              caption="Accounts with the most requests"
              rows={accounts}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: 'Account',
                  main: true,
                  cell: ({ id, email }) => <a href={to(withQuery('/usage', { period, account: id }))}>{email ?? id}</a>,
                },
                { title: 'Plan', cell: ({ plan }) => plan ?? '–' },
                { title: 'Requests', numeric: true, cell: ({ requests }) => formatNumber(requests) },
                { title: 'Pages', numeric: true, cell: ({ pagesScraped }) => formatNumber(pagesScraped) },
                { title: 'Credits', numeric: true, cell: ({ creditsUsed }) => formatNumber(creditsUsed) },
                { title: 'Success rate', numeric: true, cell: ({ successRate }) => orNone(successRate, formatShare) },
                {
                  title: 'Response time',
                  numeric: true,
                  cell: ({ averageResponseTime }) => orNone(averageResponseTime, formatDuration),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  )
}
