import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso/router'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/content/code.tsx'
import { Facts } from '../../ui/data/figures.tsx'
import { formatDuration } from '../../ui/format.ts'
import { to } from '../../ui/link.ts'
import { Page, Section } from '../../ui/page.tsx'
import { Badge, EmptyState, Loaded, Status } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { toast, toastFailure } from '../../ui/toast.tsx'
import type { WebhookAttempt, WebhookDelivery, WebhookDeliveryDetails } from './types.ts'

/** Milliseconds between refreshes of a pending delivery. */
const EVERY = 2000

const RECEIVERS = {
  active: null,
  failing:
    'This receiver keeps failing: it is tried less and less often, with one delivery at a time, until it answers.',
  disabled:
    'This receiver is no longer used: it answered 410, or failed for five days. Send this delivery again to use it again.',
}

const attemptColumns = [
  { title: 'Time', main: true, cell: ({ at }: WebhookAttempt) => <Time at={at} /> },
  { title: 'Answer', cell: ({ statusCode }: WebhookAttempt) => statusCode ?? 'none' },
  {
    title: 'Result',
    cell: ({ error }: WebhookAttempt) => (error === null ? <Badge tone="good">accepted</Badge> : <span>{error}</span>),
  },
  { title: 'Duration', numeric: true, cell: ({ durationMs }: WebhookAttempt) => formatDuration(durationMs) },
]

/** A delivery: what was sent, each attempt, and sending it again. */
export default function DeliveryPage() {
  const { deliveryId = '' } = useRoute().params
  const path = `/v1/webhooks/deliveries/${encodeURIComponent(deliveryId)}`
  const [isPending, setPending] = useState(true)
  const query = useQuery<WebhookDeliveryDetails>(path, { every: isPending ? EVERY : undefined })
  const { data } = query
  const { isBusy, run } = useAction(toastFailure)
  if (data && (data.status === 'pending') !== isPending) setPending(data.status === 'pending')
  const replay = () =>
    run(async () => {
      await api.post<WebhookDelivery>(`${path}/replay`)
      toast('It is being sent again')
      await query.reload()
    })
  return (
    <Page
      title={data ? data.event : 'Delivery'}
      intro={<code class="whole-id">{deliveryId}</code>}
      actions={
        data && (
          <Button busy={isBusy} onClick={() => void replay()}>
            Send again
          </Button>
        )
      }
    >
      <a class="back-link" href={to('/webhooks')}>
        All deliveries
      </a>
      <Loaded query={query} lines={6}>
        {(delivery) => (
          <>
            {RECEIVERS[delivery.receiver] && <p class="notice">{RECEIVERS[delivery.receiver]}</p>}
            <Facts
              facts={[
                ['Status', <Status value={delivery.status} />],
                ['Receiver', <span class="address">{delivery.url}</span>],
                [
                  'Job',
                  delivery.jobId === null ? (
                    '–'
                  ) : (
                    <a href={to(`/jobs/${delivery.jobId}`)}>
                      <code>{delivery.jobId.slice(-8)}</code>
                    </a>
                  ),
                ],
                ['Created', <Time at={delivery.createdAt} />],
                ['Next attempt', <Time at={delivery.nextAttemptAt} />],
                ['Ended', <Time at={delivery.endedAt} none="not yet" />],
              ]}
            />
            <Section title="Attempts">
              {delivery.log.length > 0 ? (
                <Table caption="Attempts" columns={attemptColumns} rows={delivery.log} keyOf={({ at }) => at} />
              ) : (
                <EmptyState title="Not tried yet">It is sent as soon as its turn comes.</EmptyState>
              )}
            </Section>
            <Section title="What is sent">
              <Code text={JSON.stringify(delivery.body, null, 2)} language="json" label="Body" />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}
