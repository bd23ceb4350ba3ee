import { withQuery } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useAddress } from '../../ui/data/address.ts'
import { Pager } from '../../ui/data/pager.tsx'
import { Select } from '../../ui/form/field.tsx'
import { formatDone, formatNumber } from '../../ui/format.ts'
import { useListKeys } from '../../ui/keyboard/list-keys.ts'
import { to } from '../../ui/link.ts'
import { Page } from '../../ui/page.tsx'
import { EmptyState, Loaded, Progress, Status } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { shortId } from './short-id.ts'
import type { Job, JobList } from './types.ts'

/** Milliseconds between refreshes of the list. */
const EVERY = 5000

const any = { value: '', label: 'Any' }
const statuses = [any, 'queued', 'running', 'processing', 'completed', 'failed', 'cancelled']
const types = [any, 'scrape', 'batch', 'crawl', 'extract', 'extract_domain', 'enrichment', 'monitor']

const isEnded = ({ completedAt }: Job) => completedAt !== null

/** Whose pages it is about, by the one that was begun last: what tells a crawl from the next. */
const siteOf = ({ currentUrl }: Job) => URL.parse(currentUrl ?? '')?.host

const columns = [
  {
    title: 'Job',
    main: true,
    cell: (job: Job) => (
      <a href={to(`/jobs/${encodeURIComponent(job.id)}`)}>
        <span class="job-type">{job.type.replaceAll('_', ' ')}</span> <code>{shortId(job.id)}</code>
      </a>
    ),
  },
  { title: 'Site', cell: (job: Job) => <span title={job.currentUrl ?? undefined}>{siteOf(job) || '–'}</span> },
  { title: 'Status', cell: (job: Job) => <Status value={job.status} /> },
  {
    title: 'Done',
    cell: (job: Job) =>
      isEnded(job) ? (
        <span class="numeric">{formatDone(job)}</span>
      ) : (
        <div class="job-so-far">
          <span>{formatDone(job)}</span>
          <Progress value={job.progress} label={`${job.progress} percent of ${job.id}`} />
        </div>
      ),
  },
  { title: 'Credits', numeric: true, cell: (job: Job) => formatNumber(job.creditsUsed) },
  { title: 'Created', cell: (job: Job) => <Time at={job.createdAt} /> },
]

/** All jobs, newest first. */
export default function Jobs() {
  useListKeys()
  const { query, change } = useAddress()
  const { status = '', type = '', cursor } = query
  const path = withQuery('/v1/jobs', { limit: 25, status, type, cursor })
  const list = useQuery<JobList>(path, { every: EVERY })
  const isFiltered = status !== '' || type !== ''
  return (
    <Page title="Jobs" intro="Work that runs in the background: crawls, batches, extractions and the runs of monitors.">
      <div class="filters">
        <Select
          label="Status"
          value={status}
          choices={statuses}
          onValue={(value) => change({ status: value, cursor: null })}
        />
        <Select label="Type" value={type} choices={types} onValue={(value) => change({ type: value, cursor: null })} />
      </div>
      <Loaded query={list} lines={8}>
        {({ jobs, nextCursor }) =>
          jobs.length > 0 ? (
            <>
              <Table caption="Jobs" columns={columns} rows={jobs} keyOf={({ id }) => id} />
              <Pager next={nextCursor} what="jobs" />
            </>
          ) : isFiltered || cursor ? (
            <EmptyState title="No jobs match" action={<LinkButton href={to('/jobs')}>Show all jobs</LinkButton>}>
              Jobs are kept for 30 days after they end, unless the operator of this server has set another time.
            </EmptyState>
          ) : (
            <EmptyState
              title="No jobs yet"
              action={
                <LinkButton kind="primary" href={to('/playground')}>
                  Open the playground
                </LinkButton>
              }
            >
              Crawl a site or scrape several pages at once: the jobs appear here, with their progress and results.
            </EmptyState>
          )
        }
      </Loaded>
    </Page>
  )
}
