import {
  ApiError,
  defineProviders,
  defineService,
  type ErrorCode,
  type JobRecord,
  type JobWebhook,
  type Kit,
  type Static,
  type Tx,
} from 'weirjs'
import type { Webhook } from 'weirjs/schemas'

/** An event for a receiver. */
export interface WebhookEvent {
  /** The account whose secret signs it, and whose log lists it. */
  account: string
  url: string
  /** Such as `monitor.changed`. */
  event: string
  /** The `data` of the body. Long values are cut: a body has less than 20 kB. */
  data: unknown
  /** Replaces Weir's own body and headers. */
  form?: WebhookForm
}

/** The format of another API, which its receivers read and verify. */
export interface WebhookForm {
  /** The whole body, given the event's id; it is sent as it is, however long. */
  body(id: string): string
  /** The header, in lower case, with the signature `sha256=…` of the body. */
  signature: string
  /** Further headers. They may contain secrets, and are stored sealed. */
  headers?: Readonly<Record<string, string>>
}

/** Notifies receivers of the end of jobs in the format of another API; jobs name it in their `webhook`. */
export interface JobWebhookForm {
  /** The notification of a job's end; undefined if there is none. */
  of(job: JobRecord, event: string): Promise<{ event: string; form: WebhookForm } | undefined>
}
export const jobWebhookForms = defineProviders<JobWebhookForm>('webhooks.job-forms')

/** The account of a URL, and how its refusal is worded. */
export interface WebhookField {
  account: string
  /** The name of the caller's parameter. */
  field: string
  /** Default `invalid_request`. */
  code?: ErrorCode
}

/** Signed events for the receivers that accounts name. */
export interface Webhooks {
  /**
   * Checks a URL against the egress rules; one that was disabled because its receiver was gone is enabled again.
   * Throws 400, details `parameter`, `url` and `reason`.
   */
  check(url: string, field: WebhookField): Promise<void>
  /**
   * Delivers an event after the transaction has been committed: signed, logged, and at least once with the same id.
   * Returns that id.
   */
  send(tx: Tx, event: WebhookEvent): Promise<string>
}
export const webhooks = defineService<Webhooks>('webhooks.webhooks')

/** The `webhook` of a request in the form that a job stores. */
export const toJobWebhook = (value: Static<typeof Webhook> | undefined): JobWebhook | undefined =>
  typeof value === 'string' ? { url: value } : value

/** Checks the `webhook` of a request before its job starts. Throws 400, or 501 if there are no webhooks. */
export async function checkWebhook(
  kit: Pick<Kit, 'find'>,
  value: Static<typeof Webhook> | undefined,
  about: Omit<WebhookField, 'field'>,
): Promise<void> {
  const webhook = toJobWebhook(value)
  if (!webhook) return
  const field = 'webhook'
  const service = kit.find(webhooks)
  if (!service)
    throw new ApiError('not_configured', `${field} needs the plugin webhooks, which is not enabled`, {
      parameter: field,
      plugin: 'webhooks',
    })
  await service.check(webhook.url, { ...about, field })
}
