import { withQuery } from '../../../api/client.ts'
import { useList } from '../../../api/use-list.ts'
import { useQuery } from '../../../api/use-query.ts'
import { useAddress } from '../../../ui/data/address.ts'
import { Figures } from '../../../ui/data/figures.tsx'
import { Listed } from '../../../ui/data/listed.tsx'
import { Select } from '../../../ui/form/field.tsx'
import { formatDuration, formatNumber } from '../../../ui/format.ts'
import { Page, Section } from '../../../ui/page.tsx'
import { EmptyState, Loaded, Status } from '../../../ui/states.tsx'
import { JobTable, type QueueJob } from './job-table.tsx'

interface QueueStatus {
  totalJobs: number
  pendingJobs: number
  activeJobs: number
  completedJobs: number
  failedJobs: number
  averageProcessingTime: number
  queueHealth: string
}

const EVERY = 5000
const STATUSES = [
  { value: '', label: 'All' },
  { value: 'pending', label: 'Waiting' },
  { value: 'active', label: 'Running' },
  { value: 'completed', label: 'Completed' },
  { value: 'failed', label: 'Failed' },
]

/** The jobs of all accounts, and how well the queue keeps up. */
export default function Queues() {
  const { query, replace } = useAddress()
  const status = STATUSES.find(({ value }) => value === query.status)?.value ?? ''
  const state = useQuery<QueueStatus>('/v1/queues/status', { every: EVERY })
  const list = useList<QueueJob>(withQuery('/v1/queues/jobs', { status, limit: 50 }), 'jobs', { every: EVERY })
  return (
    <Page title="Queues" intro="The jobs of all accounts. This page refreshes itself.">
      <Loaded query={state} lines={2}>
        {(data) => (
          <Figures
            figures={[
              { title: 'Health', value: <Status value={data.queueHealth} /> },
              { title: 'Waiting', value: formatNumber(data.pendingJobs) },
              { title: 'Running', value: formatNumber(data.activeJobs) },
              { title: 'Completed', value: formatNumber(data.completedJobs) },
              { title: 'Failed', value: formatNumber(data.failedJobs) },
              {
                title: 'Average time',
                value: formatDuration(data.averageProcessingTime),
                note: 'of jobs that ended recently',
              },
            ]}
          />
        )}
      </Loaded>
      <Section title="Jobs">
        <div class="filters">
          <Select label="Status" value={status} choices={STATUSES} onValue={(value) => replace({ status: value })} />
        </div>
        <Listed
          list={list}
          empty={
            <EmptyState title={status === '' ? 'No jobs yet' : 'No jobs match'}>
              Crawls, batches and all other work that takes longer than a request appear here.
            </EmptyState>
          }
        >
          {(rows) => <JobTable rows={rows} />}
        </Listed>
      </Section>
    </Page>
  )
}
