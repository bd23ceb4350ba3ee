import { capabilities } from '../../api/account.ts'
import { withQuery } from '../../api/client.ts'
import type { Job, Profile } from '../../api/types.ts'
import { useQuery } from '../../api/use-query.ts'
import { LinkButton } from '../../ui/button.tsx'
import { formatDone, formatNumber } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { to } from '../../ui/link.ts'
import { Page, Section } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { EmptyState, Loaded, Skeleton, Status } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import type { ApiKey } from '../keys/api-key.ts'
import { type Step, stepsOf } from './steps.ts'

const RECENT = 5

function Steps({ steps }: { steps: readonly Step[] }) {
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <ol class="steps">
      {steps.map((step) => (
        <li key={step.title} class={step.isDone ? 'done' : ''}>
          <span class="step-mark">
            {step.isDone ? <Icon name="check" /> : null}
            <span class="visually-hidden">{step.isDone ? 'Done:' : 'To do:'}</span>
          </span>
          <div>
            <h3>{step.title}</h3>
            <p class="muted">{step.why}</p>
          </div>
          {!step.isDone && (
            <LinkButton kind={step === next ? 'primary' : 'secondary'} href={to(step.path)}>
              {step.action}
            </LinkButton>
          )}
        </li>
      ))}
    </ol>
  )
}

function Glance({ profile }: { profile: Profile }) {
  const health = useQuery<{ status: string; queue: string; disk: string }>('/health', { every: 30_000 })
  // An unhealthy service responds with 503.
  const status = health.data?.status ?? (health.failure && 'unhealthy')
  const { credits, usage, plan } = profile
  const ready = capabilities.value?.engines.filter((engine) => engine.ready) ?? []
  return (
    <dl class="glance">
      <div>
        <dt>Credits left</dt>
        <dd>{formatNumber(credits.remaining)}</dd>
        <dd class="muted">
          of {formatNumber(credits.monthly)} per month, {plan} plan
        </dd>
      </div>
      <div>
        <dt>Pages this month</dt>
        <dd>{formatNumber(usage.thisMonth.pagesScraped)}</dd>
        <dd class="muted">
          in {formatNumber(usage.thisMonth.requests)} {usage.thisMonth.requests === 1 ? 'request' : 'requests'}
        </dd>
      </div>
      <div>
        <dt>Service</dt>
        <dd>{status ? <Status value={status} /> : <span class="muted">…</span>}</dd>
        <dd class="muted">
          {ready.length > 0 ? `engines: ${ready.map(({ name }) => name).join(', ')}` : 'no engine is ready'}
        </dd>
      </div>
    </dl>
  )
}

function RecentJobs({ jobs }: { jobs: readonly Job[] }) {
  if (jobs.length === 0)
    return (
      <EmptyState title="No jobs yet" action={<LinkButton href={to('/playground/crawl')}>Start a crawl</LinkButton>}>
        Work that takes longer than a request becomes a job, such as a crawl or a batch of URLs. Your latest jobs appear
        here, with their progress.
      </EmptyState>
    )
  return (
    <Table
      caption="Your latest jobs"
      rows={jobs}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Job',
          main: true,
          cell: ({ id, type }) => <a href={to(`/jobs/${id}`)}>{type.replaceAll('_', ' ')}</a>,
        },
        { title: 'Status', cell: ({ status }) => <Status value={status} /> },
        { title: 'Done', numeric: true, cell: (job) => formatDone(job) },
        { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
    />
  )
}

export default function Home() {
  const hasMonitors = capabilities.value?.plugins.some(({ name }) => name === 'monitors')
  const profile = useQuery<Profile>('/v1/users/profile')
  const jobs = useQuery<{ jobs: Job[] }>(withQuery('/v1/jobs', { limit: RECENT }), { every: 10_000 })
  const crawls = useQuery<{ jobs: Job[] }>(withQuery('/v1/jobs', { limit: 1, type: 'crawl' }))
  const keys = useQuery<{ keys: ApiKey[] }>('/v1/auth/api-keys')
  const monitors = useQuery<{ monitors: unknown[] }>(hasMonitors ? '/v1/monitors?limit=1' : null)
  const hasAsked = crawls.data && (!hasMonitors || monitors.data || monitors.failure)
  const isKnown = profile.data && jobs.data && keys.data && hasAsked
  // A failure is shown elsewhere; without one there is nothing to wait for.
  const hasFailed = profile.failure ?? jobs.failure ?? crawls.failure ?? keys.failure
  const steps =
    profile.data && isKnown
      ? stepsOf({
          profile: profile.data,
          jobs: [...(jobs.data?.jobs ?? []), ...(crawls.data?.jobs ?? [])],
          keys: keys.data?.keys ?? [],
          monitors: monitors.data?.monitors ?? [],
        })
      : undefined
  const isNew = steps?.some(({ isDone }) => !isDone)
  const name = profile.data?.fullName.split(' ')[0]
  return (
    <Page
      title={name ? `Welcome, ${name}` : 'Home'}
      intro={isNew ? 'A few steps to see what Weir can do.' : undefined}
      actions={
        steps &&
        !isNew && (
          <LinkButton kind="primary" href={to('/playground')}>
            Open the playground
          </LinkButton>
        )
      }
    >
      {keys.failure && <Problem failure={keys.failure} retry={() => void keys.reload()} />}
      {!steps && !hasFailed && <Skeleton lines={4} />}
      {steps && isNew && (
        <Section title="What to do next">
          <Steps steps={steps} />
        </Section>
      )}
      <Loaded query={profile}>{(data) => <Glance profile={data} />}</Loaded>
      <Section title="Recent jobs">
        <Loaded query={jobs}>{({ jobs }) => <RecentJobs jobs={jobs} />}</Loaded>
      </Section>
    </Page>
  )
}
