import { ApiError, isLarge, type JobWebhook, type Kit } from 'weirjs'
import { checkWebhook as check } from '../../webhooks/service.ts'
import type { Webhook } from '../schema/page-fields.ts'
import { receiverOf } from './events.ts'

/** The name of the webhook format in which this API reports the end of jobs. */
export const FORM = 'firecrawl'

/** The most bytes of headers and metadata that are sent with each event. */
const MAX_BYTES = 16 * 1024

/** Checks the receiver of a request before its job starts. Throws 400, and 501 if there are no webhooks. */
export async function checkWebhook(
  kit: Pick<Kit, 'find'>,
  webhook: Webhook | undefined,
  account: string,
): Promise<void> {
  const receiver = webhook === undefined ? undefined : receiverOf(webhook)
  checkHeaders(receiver?.headers)
  if (isLarge({ headers: receiver?.headers, metadata: receiver?.metadata }, MAX_BYTES))
    throw new ApiError('invalid_options', `headers and metadata of webhook may have ${MAX_BYTES} bytes together`, {
      parameter: 'webhook',
      maximum: MAX_BYTES,
    })
  return check(kit, receiver?.url, { account, code: 'invalid_options' })
}

/** Headers that HTTP does not allow would only fail at each delivery, long after the request. */
function checkHeaders(headers: Readonly<Record<string, string>> = {}): void {
  try {
    new Headers(headers)
  } catch (cause) {
    const message = 'headers of webhook must have names and values that HTTP allows: no line breaks, no spaces in names'
    throw new ApiError('invalid_options', message, { parameter: 'webhook.headers' }, { cause })
  }
}

/** The webhook for the end of a job, as the job stores it. */
export const jobWebhook = (webhook: Webhook | undefined): JobWebhook | undefined =>
  webhook === undefined ? undefined : { url: receiverOf(webhook).url, form: FORM }
