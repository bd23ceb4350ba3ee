import { withQuery } from '../../api/client.ts'
import { isAdministrator, profile } from '../../api/session.ts'
import { useQuery } from '../../api/use-query.ts'
import { useAddress } from '../../ui/data/address.ts'
import { Select } from '../../ui/form/field.tsx'
import { Page } from '../../ui/page.tsx'
import { ByAccount } from './by-account.tsx'
import { ByEndpoint } from './by-endpoint.tsx'
import { CreditsLeft } from './credits-left.tsx'
import { spans, usual } from './spans.ts'
import { UsageCharts } from './usage-charts.tsx'
import type { Granularity } from './usage-data.ts'
import { UsageFigures } from './usage-figures.tsx'

const WORDS: Readonly<Record<Granularity, string>> = { hour: 'Hours', day: 'Days', week: 'Weeks', month: 'Months' }

/** Whose usage an administrator sees: their own, all accounts', or one account's. */
function AccountChoice({ account, onAccount }: { account: string; onAccount(account: string): void }) {
  const isOther = account !== '' && account !== 'all'
  const other = useQuery<{ email: string }>(isOther ? `/v1/admin/users/${encodeURIComponent(account)}` : null)
  const choices = [
    { value: '', label: 'My own' },
    { value: 'all', label: 'All accounts' },
    ...(isOther ? [{ value: account, label: other.data?.email ?? account }] : []),
  ]
  return <Select label="Account" value={account} choices={choices} onValue={onAccount} />
}

/** Usage of the plan, and success rates. Period, granularity and account are in the URL. */
export default function UsagePage() {
  const { query, replace } = useAddress()
  const span = spans.find(({ value }) => value === query.period) ?? usual
  const granularity = span.granularities.find((one) => one === query.granularity) ?? span.granularities[0]!
  const account = isAdministrator() ? (query.account ?? '') : ''
  const isOwn = account === '' || account === profile.value?.id
  const path = (name: string, period: string, more: Record<string, string> = {}) =>
    withQuery(name, { period, account, ...more })
  return (
    <Page title="Usage" intro="Requests, pages and credits over time. Days and months are in UTC.">
      {isOwn && <CreditsLeft />}
      <div class="filters">
        <Select
          label="Period"
          value={span.value}
          choices={spans}
          onValue={(period) => replace({ period, granularity: undefined })}
        />
        {span.granularities.length > 1 && (
          <Select
            label="By"
            value={granularity}
            choices={span.granularities.map((value) => ({ value, label: WORDS[value] }))}
            onValue={(value) => replace({ granularity: value })}
          />
        )}
        {isAdministrator() && <AccountChoice account={account} onAccount={(value) => replace({ account: value })} />}
      </div>
      <UsageFigures
        now={path('/v1/analytics/overview', span.value)}
        twice={path('/v1/analytics/overview', span.twice)}
      />
      <UsageCharts
        span={span}
        now={path('/v1/analytics/trends', span.value, { granularity })}
        twice={path('/v1/analytics/trends', span.twice, { granularity })}
      />
      <ByEndpoint path={path('/v1/users/usage', span.value)} />
      {account === 'all' && <ByAccount period={span.value} />}
    </Page>
  )
}
