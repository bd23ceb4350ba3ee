import { httpUrl, nullable, oneOf, paging, type Static, t, timestamp } from 'weirjs'
import { jobId } from 'weirjs/schemas'
import { statuses } from './tables.ts'

const id = t.String({
  description: 'The event’s: the `id` in its body, and `X-Webhook-Id`',
  examples: ['msg_01900000-0000-7000-8000-000000000000'],
})
const error = (description: string) => nullable(t.String(), { description })

export const Attempt = t.Object(
  {
    at: timestamp(),
    statusCode: nullable(t.Integer(), { description: 'Null without a response' }),
    durationMs: t.Integer(),
    error: error('Null where it was taken'),
  },
  { title: 'WebhookAttempt' },
)

const fields = {
  id,
  event: t.String({ examples: ['job.completed'] }),
  url: t.String(),
  jobId: nullable(jobId),
  status: oneOf(statuses, { description: '`pending` until it is accepted, or has failed for the last time' }),
  attempts: t.Integer({ description: 'How often it was sent' }),
  statusCode: nullable(t.Integer(), { description: 'Of the last attempt' }),
  error: error('Why it has not been taken; null where it was, or was not yet tried'),
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
        '`failing`: it is tried ever less often, by one delivery at a time. `disabled`: it answered 410, or failed for five days; a replay, or a request that names it, uses it again',
    }),
    log: t.Array(Attempt, { description: 'The last 50 attempts, oldest first' }),
    body: t.Unknown({ description: 'What is sent' }),
  },
  { title: 'WebhookDeliveryDetails' },
)

export const DeliveryParams = t.Object({ deliveryId: id })
export const DeliveryQuery = t.Object({
  ...paging,
  status: t.Optional(oneOf(statuses)),
  event: t.Optional(t.String({ maxLength: 100, examples: ['job.completed'] })),
  job: t.Optional(t.String({ maxLength: 100, description: 'A job’s id' })),
})
export const DeliveryList = t.Object(
  {
    deliveries: t.Array(Delivery),
    nextCursor: nullable(t.String(), { description: 'The `cursor` of the next page; null after the last' }),
  },
  { title: 'WebhookDeliveryList' },
)

export const Secret = t.Object(
  {
    secret: t.String({ description: 'Receivers verify deliveries with it', examples: ['whsec_…'] }),
    createdAt: timestamp(),
    previousUntil: nullable(timestamp(), {
      description: 'Until when the previous secret signs too, in `X-Webhook-Signature-Previous`; null if there is none',
    }),
  },
  { title: 'WebhookSecret' },
)

export const TestBody = t.Object({
  url: httpUrl({ description: 'The receiver', examples: ['https://example.com/hooks/weir'] }),
})
