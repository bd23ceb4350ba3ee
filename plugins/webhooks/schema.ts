import { httpUrl, nullable, oneOf, paging, type Static, t, timestamp } from 'weirjs'
import { jobId, nextCursor } from 'weirjs/schemas'
import { statuses } from './tables.ts'

const id = t.String({
  description: 'Id of the event: the `id` in its body, and `X-Webhook-Id`',
  examples: ['msg_01900000-0000-7000-8000-000000000000'],
})
const error = (description: string) => nullable(t.String(), { description })

export const Attempt = t.Object(
  {
    at: timestamp(),
    statusCode: nullable(t.Integer(), { description: 'null if there was no response' }),
    durationMs: t.Integer(),
    error: error('null if the delivery was accepted'),
  },
  { title: 'WebhookAttempt' },
)

const fields = {
  id,
  event: t.String({ examples: ['job.completed'] }),
  url: t.String(),
  jobId: nullable(jobId),
  status: oneOf(statuses, { description: '`pending` until the delivery is accepted or has failed for the last time' }),
  attempts: t.Integer({ description: 'Number of attempts' }),
  statusCode: nullable(t.Integer(), { description: 'Status of the last attempt' }),
  error: error('Why the delivery has not been accepted; null if it was accepted or not yet attempted'),
  createdAt: timestamp(),
  nextAttemptAt: nullable(timestamp()),
  endedAt: nullable(timestamp()),
}

export const Delivery = t.Object(fields, { title: 'WebhookDelivery' })
export type Delivery = Static<typeof Delivery>

export const DeliveryDetails = t.Object(
  {
    ...fields,
    receiver: oneOf(['active', 'failing', 'disabled'], {
      description:
        '`failing`: attempts become less frequent, one delivery at a time. `disabled`: the receiver responded with 410, or failed for five days; a retry, or a request that names it, enables it again',
    }),
    log: t.Array(Attempt, { description: 'The last 50 attempts, oldest first' }),
    body: t.Unknown({ description: 'The body that is sent' }),
  },
  { title: 'WebhookDeliveryDetails' },
)

export const DeliveryParams = t.Object({ deliveryId: id })
export const DeliveryQuery = t.Object({
  ...paging,
  status: t.Optional(oneOf(statuses, { description: 'Returns only deliveries with this status' })),
  event: t.Optional(
    t.String({ maxLength: 100, description: 'Returns only deliveries of this event', examples: ['job.completed'] }),
  ),
  job: t.Optional(t.String({ maxLength: 100, description: 'Id of a job' })),
})
export const DeliveryList = t.Object(
  {
    deliveries: t.Array(Delivery),
    nextCursor,
  },
  { title: 'WebhookDeliveryList' },
)

export const Secret = t.Object(
  {
    secret: t.String({ description: 'Receivers use it to verify deliveries', examples: ['whsec_…'] }),
    createdAt: timestamp(),
    previousUntil: nullable(timestamp(), {
      description: 'When the previous secret stops signing in `X-Webhook-Signature-Previous`; null if there is none',
    }),
  },
  { title: 'WebhookSecret' },
)

export const TestBody = t.Object({
  url: httpUrl({ description: 'URL of the receiver', examples: ['https://example.com/hooks/weir'] }),
})
