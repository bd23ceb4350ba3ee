import { formatDone, formatDuration } from '../../../ui/format.ts'
import { to } from '../../../ui/link.ts'
import { Status } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'

export interface QueueJob {
  id: string
  type: string
  status: string
  total: number
  completed: number
  failed: number
  createdAt: string
  startedAt: string | null
  completedAt: string | null
  error: { message: string } | null
  /** The owner. */
  accountId?: string
  email?: string | null
}

/** How long a job has waited. */
function waited({ createdAt, startedAt, completedAt }: QueueJob, now = Date.now()): string {
  const end = startedAt ?? completedAt
  return formatDuration(Math.max(0, (end === null ? now : Date.parse(end)) - Date.parse(createdAt)))
}

/** Jobs with their owners. */
export const JobTable = ({ rows }: { rows: readonly QueueJob[] }) => (
  <Table
    caption="Jobs of all accounts"
    rows={rows}
    keyOf={({ id }) => id}
    columns={[
      {
        title: 'Job',
        main: true,
        cell: ({ id, type }) => (
          <div class="job-name">
            <span>{type.replaceAll('_', ' ')}</span>
            <code class="muted">{id}</code>
          </div>
        ),
      },
      {
        title: 'Account',
        cell: ({ accountId, email }) =>
          accountId === undefined ? (
            '–'
          ) : (
            <a class="job-account" href={to(`/admin/users/${accountId}`)}>
              {email ?? accountId}
            </a>
          ),
      },
      {
        title: 'Status',
        cell: ({ status, error }) => (
          <div class="job-name">
            <Status value={status} />
            {error && <span class="hint">{error.message}</span>}
          </div>
        ),
      },
      {
        title: 'Done',
        numeric: true,
        cell: (job) => formatDone(job),
      },
      { title: 'Waited', numeric: true, cell: (job) => waited(job) },
      { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
    ]}
  />
)
