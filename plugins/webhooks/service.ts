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
  /** The `data` of the body. Long texts are cut, as a body has less than 20 kB. */
  data: unknown
  /** Replaces Weir's own body and headers. */
  form?: WebhookForm
}

/** The format of an event for receivers of another API. */
export interface WebhookForm {
  /** Returns the whole body for an event id; it is sent as it is, whatever its length. */
  body(id: string): string
  /** The name, in lower case, of the header for the body's signature `sha256=…`. */
  signature: string
  /** Additional headers. They may contain secrets, so they are stored sealed. */
  headers?: Readonly<Record<string, string>>
}

/** Reports the end of jobs in the format of another API; jobs refer to it by name in their `webhook`. */
export interface JobWebhookForm {
  /** The event for the end of a job; undefined if the receiver wants none. */
  of(job: JobRecord, event: string): Promise<{ event: string; form: WebhookForm } | undefined>
}
export const jobWebhookForms = defineProviders<JobWebhookForm>('webhooks.job-forms')

/** The account of an address, and how its refusal is worded. */
export interface WebhookField {
  account: string
  /** The name of the caller's parameter. */
  field: string
  /** Default `invalid_request`. */
  code?: ErrorCode
}

/** Signed events for receivers of accounts. */
export interface Webhooks {
  /**
   * Checks an address by the egress rules. A receiver that was disabled because it was gone is enabled again. Throws
   * 400 with `parameter`, `url` and `reason` in its details.
   */
  check(url: string, field: WebhookField): Promise<void>
  /**
   * Delivers an event after the transaction's commit: signed, logged, and at least once with the same id. Returns
   * that id.
   */
  send(tx: Tx, event: WebhookEvent): Promise<string>
}
export const webhooks = defineService<Webhooks>('webhooks.webhooks')

/** The `webhook` of a request in the form that a job stores. */
export const toJobWebhook = (value: Static<typeof Webhook> | undefined): JobWebhook | undefined =>
  typeof value === 'string' ? { url: value } : value

/**
 * Checks the `webhook` of a request before its job starts. Throws 400, and 501 if the webhooks plugin is switched
 * off.
 */
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
