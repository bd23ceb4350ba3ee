import { useRoute } from 'preact-iso/router'
import { capabilities } from '../../../api/account.ts'
import { withQuery } from '../../../api/client.ts'
import { useQuery } from '../../../api/use-query.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Facts, Figures } from '../../../ui/data/figures.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { to } from '../../../ui/link.ts'
import { Page, Section } from '../../../ui/page.tsx'
import { Badge, EmptyState, Loaded, Status } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { KeyList } from '../../keys/key-list.tsx'
import { ChangeUser } from './change-user.tsx'
import { Standing } from './standing.tsx'
import type { UserDetails } from './user-data.ts'

/** A user: what they have and have used, what can be changed, and their keys. */
export default function UserPage() {
  const { params } = useRoute()
  const id = params.userId ?? ''
  const user = useQuery<UserDetails>(`/v1/admin/users/${encodeURIComponent(id)}`)
  const { data } = user
  const hasAnalytics = capabilities.value?.plugins.some(({ name }) => name === 'analytics')
  return (
    <Page
      title={data?.email ?? 'User'}
      actions={
        data && (
          <>
            {hasAnalytics && <LinkButton href={to(withQuery('/usage', { account: data.id }))}>Usage</LinkButton>}
            <LinkButton href={to(withQuery('/admin/audit', { target: data.id }))}>Audit log</LinkButton>
          </>
        )
      }
    >
      <Loaded query={user} lines={8}>
        {(found) => (
          <>
            <About user={found} />
            {/* Anew where something else has changed, so that the form shows what is. */}
            <ChangeUser
              key={`${found.plan} ${found.role} ${found.monthlyCredits} ${found.fullName} ${JSON.stringify(found.rateLimit)}`}
              user={found}
              onChange={(changed) => user.set({ ...found, ...changed })}
            />
            <Standing user={found} onChange={(changed) => user.set({ ...found, ...changed })} />
            <Section title="API keys">
              <KeyList
                userId={found.id}
                empty={<EmptyState title="No keys yet">Users create their own keys.</EmptyState>}
              />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}

function About({
  user: { id, fullName, plan, role, status, credits, usage, lastSeen, createdAt },
}: {
  user: UserDetails
}) {
  const { requests, pagesScraped, creditsUsed } = usage.thisMonth
  return (
    <>
      <Facts
        facts={[
          ['Status', <Status key="status" value={status} />],
          ['Name', fullName || '–'],
          ['Plan', <Badge key="plan">{plan}</Badge>],
          ['Role', role === 'admin' ? 'Administrator' : 'User'],
          ['Last seen', <Time key="seen" at={lastSeen} none="never" />],
          ['Created', <Time key="since" at={createdAt} />],
          ['User id', <code key="id">{id}</code>],
        ]}
      />
      <Figures
        figures={[
          {
            title: 'Credits left',
            value: formatNumber(credits.remaining),
            note: `${formatNumber(credits.used)} of ${formatNumber(credits.monthly)} used`,
          },
          { title: 'Requests', value: formatNumber(requests), note: 'this calendar month' },
          { title: 'Pages', value: formatNumber(pagesScraped), note: 'this calendar month' },
          { title: 'Credits used', value: formatNumber(creditsUsed), note: 'this calendar month' },
        ]}
      />
    </>
  )
}
