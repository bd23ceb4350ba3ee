import { ApiError, isLarge, type JobWebhook, type Kit } from 'weirjs'
import { checkWebhook as check } from '../../webhooks/service.ts'
import type { Webhook } from '../schema/page-fields.ts'
import { receiverOf } from './events.ts'

/** By which the end of jobs is told in this API's own form. */
export const FORM = 'firecrawl'

/** Bytes of what a receiver is sent along with each event. */
const MAX_BYTES = 16 * 1024

/** Checks the receiver of a request before its job begins. Throws 400, and 501 where there are no webhooks. */
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

/** What HTTP does not allow would fail at each delivery, long after the request. */
function checkHeaders(headers: Readonly<Record<string, string>> = {}): void {
  try {
    new Headers(headers)
  } catch (cause) {
    const message = 'headers of webhook must have names and values that HTTP allows: no line breaks, no spaces in names'
    throw new ApiError('invalid_options', message, { parameter: 'webhook.headers' }, { cause })
  }
}

/** The webhook of a request as its job keeps it, for its end. */
export const jobWebhook = (webhook: Webhook | undefined): JobWebhook | undefined =>
  webhook === undefined ? undefined : { url: receiverOf(webhook).url, form: FORM }
