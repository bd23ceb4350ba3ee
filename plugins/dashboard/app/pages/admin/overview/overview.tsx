import { capabilities } from '../../../api/account.ts'
import { useQuery } from '../../../api/use-query.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Figures } from '../../../ui/data/figures.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { to } from '../../../ui/link.ts'
import { Page, Section } from '../../../ui/page.tsx'
import { Badge, Loaded, Status } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table.tsx'
import { partsOf } from './parts.ts'
import type { AdminStats, HealthStatus } from './stats.ts'

const EVERY = 10_000

const MEANING: Readonly<Record<HealthStatus, string>> = {
  healthy: 'Everything that requests need works.',
  degraded: 'Requests are answered, but something needs your attention: see below.',
  unhealthy: 'The store cannot be written to, so requests are refused: see below.',
}

/** Pending requests for plans. */
function Waiting() {
  const list = useQuery<{ requests: unknown[]; nextCursor: string | null }>('/v1/admin/billing/requests?limit=100')
  const count = list.data?.requests.length ?? 0
  if (count === 0) return null
  return (
    <div class="notice waiting">
      <span>
        {list.data?.nextCursor ? `More than ${count}` : count} {count === 1 ? 'request' : 'requests'} for a plan{' '}
        {count === 1 ? 'is' : 'are'} waiting for approval.
      </span>
      <LinkButton size="small" href={to('/admin/approvals')}>
        Review {count === 1 ? 'it' : 'them'}
      </LinkButton>
    </div>
  )
}

/** The health of the service, part by part, and its figures. */
export default function Overview() {
  const stats = useQuery<AdminStats>('/v1/admin/stats', { every: EVERY })
  const hasBilling = capabilities.value?.plugins.some(({ name }) => name === 'billing')
  return (
    <Page title="Overview" intro="The health of the service. This page refreshes itself.">
      {hasBilling && <Waiting />}
      <Loaded query={stats} lines={8}>
        {({ totalUsers, activeUsers, totalJobs, totalCreditsUsed, systemHealth, version, health }) => (
          <>
            <section class="card system-health" aria-label="Health">
              <p class="figure-value">
                <Status value={systemHealth} />
              </p>
              <p>{MEANING[systemHealth]}</p>
            </section>
            <Figures
              figures={[
                { title: 'Users', value: formatNumber(totalUsers), note: `${formatNumber(activeUsers)} active` },
                { title: 'Jobs', value: formatNumber(totalJobs) },
                { title: 'Credits used', value: formatNumber(totalCreditsUsed), note: 'by all accounts, in total' },
                { title: 'Version', value: version },
              ]}
            />
            <Section
              title="Parts"
              actions={
                <LinkButton size="small" href={to('/admin/engines')}>
                  Engines and providers
                </LinkButton>
              }
            >
              <Table
                caption="Parts of the service"
                rows={partsOf(health)}
                keyOf={({ name }) => name}
                columns={[
                  { title: 'Part', main: true, cell: ({ name }) => name },
                  { title: 'State', cell: ({ word, tone }) => <Badge tone={tone}>{word}</Badge> },
                  { title: 'Now', cell: ({ about }) => about },
                  { title: 'What to do', cell: ({ remedy }) => remedy ?? <span class="muted">nothing</span> },
                ]}
              />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}
