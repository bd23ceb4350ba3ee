import type { Kit, Tx } from 'weirjs'
import { type WebhookForm, webhooks } from '../../webhooks/service.ts'
import { toWireId } from '../jobs/ids.ts'
import type { Webhook } from '../schema/page-fields.ts'

const eventNames = ['started', 'page', 'completed', 'failed'] as const
export type EventName = (typeof eventNames)[number]

/** The receiver of a job's events, and the events that it wants. */
interface Receiver {
  url: string
  headers?: Record<string, string>
  metadata?: Record<string, unknown>
  events?: readonly EventName[]
}
export const receiverOf = (webhook: Webhook): Receiver => (typeof webhook === 'string' ? { url: webhook } : webhook)
const wants = ({ events = eventNames }: Receiver, event: EventName) => events.includes(event)

/** An event of a job. */
export interface JobEvent {
  job: string
  kind: 'crawl' | 'batch' | 'extract'
  event: EventName
  data: readonly unknown[]
  error?: string
}

const types = { crawl: 'crawl', batch: 'batch_scrape', extract: 'extract' } as const
export const typeOf = ({ kind, event }: Pick<JobEvent, 'kind' | 'event'>) => `${types[kind]}.${event}`

/** The body of an event; undefined if the receiver does not want it. */
export function formOf(webhook: Webhook, happened: JobEvent): WebhookForm | undefined {
  const receiver = receiverOf(webhook)
  const { job, event, data, error } = happened
  if (!wants(receiver, event)) return undefined
  const said = {
    success: event !== 'failed',
    type: typeOf(happened),
    id: toWireId(job),
    data,
    metadata: receiver.metadata ?? {},
    ...(error !== undefined && { error }),
  }
  return {
    body: (webhookId) => JSON.stringify({ ...said, webhookId }),
    signature: 'x-firecrawl-signature',
    headers: receiver.headers,
  }
}

/** Sends an event once the transaction has been committed, if the receiver wants it. */
export async function sendEvent(
  { find }: Pick<Kit, 'find'>,
  tx: Tx,
  { account, webhook, ...happened }: JobEvent & { account: string; webhook: Webhook },
): Promise<void> {
  const form = formOf(webhook, happened)
  if (form)
    await find(webhooks)?.send(tx, { account, url: receiverOf(webhook).url, event: typeOf(happened), data: null, form })
}
