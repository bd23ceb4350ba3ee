import { capabilities } from '../../api/account.ts'
import { withQuery } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { Section } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { DeliveryTable } from '../webhooks/delivery-table.tsx'
import type { WebhookDeliveryList } from '../webhooks/types.ts'
import type { Job } from './types.ts'

/** Milliseconds between refreshes of the deliveries. */
const EVERY = 10_000

/** The receivers that a job has notified of its end. */
export function JobWebhooks({ job }: { job: Job }) {
  const has = capabilities.value?.plugins.some(({ name }) => name === 'webhooks')
  const isEnded = job.completedAt !== null
  const path = withQuery('/v1/webhooks/deliveries', { job: job.id })
  const list = useQuery<WebhookDeliveryList>(has && isEnded ? path : null, { every: EVERY })
  if (!has || !isEnded || list.data?.deliveries.length === 0) return null
  return (
    <Section title="Webhooks">
      <Loaded query={list} lines={2}>
        {({ deliveries }) => <DeliveryTable deliveries={deliveries} />}
      </Loaded>
    </Section>
  )
}
