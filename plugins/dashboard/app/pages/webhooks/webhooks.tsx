import { useState } from 'preact/hooks'
import { withQuery } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useAddress } from '../../ui/data/address.ts'
import { Pager } from '../../ui/data/pager.tsx'
import { Select, TextField } from '../../ui/form/field.tsx'
import { useListKeys } from '../../ui/keyboard/list-keys.ts'
import { to } from '../../ui/link.ts'
import { Page, Section } from '../../ui/page.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import { SigningSecret } from './signing-secret.tsx'
import { TestDialog } from './test-dialog.tsx'
import type { WebhookDeliveryList } from './types.ts'

/** Milliseconds between refreshes of the list. */
const EVERY = 5000

const statuses = [{ value: '', label: 'Any' }, 'pending', 'delivered', 'failed']
const events = [
  { value: '', label: 'Any' },
  'job.completed',
  'job.failed',
  'monitor.changed',
  'monitor.failed',
  'webhook.test',
]

/** What was sent to whom, and the responses. */
export default function Webhooks() {
  useListKeys()
  const { query, change, replace } = useAddress()
  const { status = '', event = '', job = '', cursor } = query
  const list = useQuery<WebhookDeliveryList>(
    withQuery('/v1/webhooks/deliveries', { limit: 25, status, event, job, cursor }),
    { every: EVERY },
  )
  const [isTesting, setTesting] = useState(false)
  const isFiltered = status !== '' || event !== '' || job !== ''
  return (
    <Page
      title="Webhooks"
      intro="Your receivers are notified when a job ends or a monitor finds a change. Deliveries are signed, and retried for a day."
      actions={
        <Button kind="primary" onClick={() => setTesting(true)}>
          Send a test
        </Button>
      }
    >
      {isTesting && <TestDialog onClose={() => setTesting(false)} />}
      <Section title="Deliveries">
        <div class="filters">
          <Select
            label="Status"
            value={status}
            choices={statuses}
            onValue={(value) => change({ status: value, cursor: null })}
          />
          <Select
            label="Event"
            value={event}
            choices={events.includes(event) || event === '' ? events : [...events, event]}
            onValue={(value) => change({ event: value, cursor: null })}
          />
          <TextField
            label="Job"
            type="search"
            placeholder="job_…"
            value={job}
            onValue={(value) => replace({ job: value.trim(), cursor: null })}
          />
        </div>
        <Loaded query={list} lines={8}>
          {({ deliveries, nextCursor }) =>
            deliveries.length > 0 ? (
              <>
                <DeliveryTable deliveries={deliveries} />
                <Pager next={nextCursor} what="deliveries" />
              </>
            ) : isFiltered || cursor ? (
              <EmptyState
                title="No deliveries match"
                action={<LinkButton href={to('/webhooks')}>Show all deliveries</LinkButton>}
              >
                Deliveries are kept for 30 days, unless the operator of this server has set another time.
              </EmptyState>
            ) : (
              <EmptyState
                title="No deliveries yet"
                action={<Button onClick={() => setTesting(true)}>Send a test</Button>}
              >
                Set a webhook when you start a crawl or a batch, or in the notifications of a monitor. Try your receiver
                with a test first.
              </EmptyState>
            )
          }
        </Loaded>
      </Section>
      <SigningSecret />
    </Page>
  )
}
