import { createHmac } from 'node:crypto'
import { SECRET_PREFIX, type Secrets } from './secrets.ts'

/** The content of an attempt. */
export interface Signed {
  id: string
  event: string
  /** The time of this attempt, in epoch milliseconds. */
  at: number
  body: string
}

/**
 * The headers with the id and signatures of a delivery: Weir's own, and those of Standard Webhooks, whose libraries
 * can verify deliveries without changes. Source: spec section 6.2, decisions 11.5.
 */
export function signedHeaders({ id, event, at, body }: Signed, { current, previous }: Secrets): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const standard = (secret: string) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  }
  const secrets = previous === null ? [current] : [current, previous]
  return {
    'x-webhook-id': id,
    'x-webhook-timestamp': timestamp,
    'x-webhook-event': event,
    'x-webhook-signature': bodySignature(body, current),
    ...(previous !== null && { 'x-webhook-signature-previous': bodySignature(body, previous) }),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(standard).join(' '),
  }
}

/**
 * The headers of a delivery in another API's format. Their names are in lower case, so that a receiver's own header
 * cannot duplicate the signature.
 */
export const formHeaders = (
  { signature, headers }: { signature: string; headers?: Readonly<Record<string, string>> },
  body: string,
  { current }: Secrets,
): Record<string, string> => {
  const all = new Headers(headers)
  all.set(signature, bodySignature(body, current))
  return Object.fromEntries(all)
}

const bodySignature = (body: string, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
