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

/** Something to tell a receiver. */
export interface WebhookEvent {
  /** Whose secret signs it, and whose log lists it. */
  account: string
  url: string
  /** Such as `monitor.changed`. */
  event: string
  /** The `data` of the body. What is long is cut: a body has less than 20 kB. */
  data: unknown
  /** In place of Weir's own body and headers. */
  form?: WebhookForm
}

/** How another API's receivers are told: what they read and verify. */
export interface WebhookForm {
  /** The whole body, of the event's id; however long it is, it is sent as it stands. */
  body(id: string): string
  /** The header, in lower case, that has the signature `sha256=…` of the body. */
  signature: string
  /** Sent too. They may tell secrets: they are kept sealed. */
  headers?: Readonly<Record<string, string>>
}

/** Tells receivers of the end of jobs in the form of another API; jobs name it in their `webhook`. */
export interface JobWebhookForm {
  /** How the end of a job is told; undefined where there is nothing to tell. */
  of(job: JobRecord, event: string): Promise<{ event: string; form: WebhookForm } | undefined>
}
export const jobWebhookForms = defineProviders<JobWebhookForm>('webhooks.job-forms')

/** Whose an address is, and how its refusal is worded. */
export interface WebhookField {
  account: string
  /** The parameter that the caller sent. */
  field: string
  /** Default `invalid_request`. */
  code?: ErrorCode
}

/** Signed events for the receivers that accounts name. */
export interface Webhooks {
  /**
   * Checks an address by the rules for what may be fetched; one that was disabled because its receiver was gone is
   * used again. Throws 400, details `parameter`, `url` and `reason`.
   */
  check(url: string, field: WebhookField): Promise<void>
  /**
   * Delivers an event when the transaction has been committed: signed, listed, and at least once with the same id.
   * Gives that id.
   */
  send(tx: Tx, event: WebhookEvent): Promise<string>
}
export const webhooks = defineService<Webhooks>('webhooks.webhooks')

/** The `webhook` of a request as a job keeps it. */
export const toJobWebhook = (value: Static<typeof Webhook> | undefined): JobWebhook | undefined =>
  typeof value === 'string' ? { url: value } : value

/** Checks the `webhook` of a request before its job begins. Throws 400, and 501 where there are no webhooks. */
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
