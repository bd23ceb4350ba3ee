import { to } from '../../ui/link.ts'
import { Status } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import type { WebhookDelivery } from './types.ts'

const answer = ({ statusCode, error, attempts }: WebhookDelivery) =>
  statusCode !== null ? String(statusCode) : attempts === 0 ? 'not yet tried' : (error ?? 'no answer')

const columns = [
  {
    title: 'Event',
    main: true,
    cell: (delivery: WebhookDelivery) => (
      <a href={to(`/webhooks/${encodeURIComponent(delivery.id)}`)}>{delivery.event}</a>
    ),
  },
  { title: 'Status', cell: (delivery: WebhookDelivery) => <Status value={delivery.status} /> },
  { title: 'Receiver', cell: (delivery: WebhookDelivery) => <span class="address">{delivery.url}</span> },
  { title: 'Answer', cell: answer },
  { title: 'Attempts', numeric: true, cell: ({ attempts }: WebhookDelivery) => attempts },
  { title: 'Created', cell: (delivery: WebhookDelivery) => <Time at={delivery.createdAt} /> },
  { title: 'Next attempt', cell: (delivery: WebhookDelivery) => <Time at={delivery.nextAttemptAt} /> },
]

export const DeliveryTable = ({ deliveries }: { deliveries: readonly WebhookDelivery[] }) => (
  <Table caption="Webhook deliveries" columns={columns} rows={deliveries} keyOf={({ id }) => id} />
)
