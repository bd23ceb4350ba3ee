import { formatNumber } from '../../../ui/format.ts'
import { to } from '../../../ui/link.ts'
import { Badge, Status } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import type { User } from './user-data.ts'

export const UserTable = ({ rows }: { rows: readonly User[] }) => (
  <Table
    caption="Users"
    rows={rows}
    keyOf={({ id }) => id}
    columns={[
      {
        title: 'User',
        main: true,
        cell: ({ id, email, fullName }) => (
          <div class="user-name">
            <a href={to(`/admin/users/${id}`)}>{email}</a>
            {fullName && <span class="muted">{fullName}</span>}
          </div>
        ),
      },
      {
        title: 'Plan',
        cell: ({ plan, role }) => (
          <span>
            {plan} {role === 'admin' && <Badge tone="warning">admin</Badge>}
          </span>
        ),
      },
      { title: 'Status', cell: ({ status }) => <Status value={status} /> },
      {
        title: 'Credits left',
        numeric: true,
        cell: ({ credits: { remaining, monthly } }) => `${formatNumber(remaining)} of ${formatNumber(monthly)}`,
      },
      { title: 'Last seen', cell: ({ lastSeen }) => <Time at={lastSeen} none="never" /> },
      { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
    ]}
  />
)
