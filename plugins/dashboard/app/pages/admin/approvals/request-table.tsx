import { Button } from '../../../ui/button.tsx'
import { to } from '../../../ui/link.ts'
import { Badge } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import type { BillingRequest, Decision } from './billing-request.ts'

const TONES = { pending: 'busy', approved: 'good', declined: 'bad', replaced: 'neutral' } as const

interface RequestTableProps {
  rows: readonly BillingRequest[]
  onDecide(decision: Decision): void
}

export const RequestTable = ({ rows, onDecide }: RequestTableProps) => (
  <Table
    caption="Requests for plans"
    rows={rows}
    keyOf={({ sessionId }) => sessionId}
    columns={[
      {
        title: 'User',
        main: true,
        cell: ({ userId, email }) => <a href={to(`/admin/users/${userId}`)}>{email || userId}</a>,
      },
      { title: 'Current plan', cell: ({ currentPlan }) => currentPlan },
      {
        title: 'Requested plan',
        cell: ({ plan, billingPeriod }) => (
          <span>
            <strong>{plan}</strong>, {billingPeriod}
          </span>
        ),
      },
      { title: 'Requested', cell: ({ requestedAt }) => <Time at={requestedAt} /> },
      {
        title: 'Status',
        cell: ({ status, decidedAt, reason }) => (
          <div class="user-name">
            <span>
              <Badge tone={TONES[status]}>{status}</Badge> {decidedAt !== null && <Time at={decidedAt} />}
            </span>
            {reason && <span class="hint">{reason}</span>}
          </div>
        ),
      },
      {
        title: '',
        cell: (request) =>
          request.status === 'pending' && (
            <div class="actions">
              <Button
                size="small"
                kind="primary"
                aria-label={`Approve ${request.plan} for ${request.email}`}
                onClick={() => onDecide({ request, deed: 'approve' })}
              >
                Approve
              </Button>
              <Button
                size="small"
                aria-label={`Decline ${request.plan} for ${request.email}`}
                onClick={() => onDecide({ request, deed: 'decline' })}
              >
                Decline
              </Button>
            </div>
          ),
      },
    ]}
  />
)
