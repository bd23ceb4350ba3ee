import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from 'weirjs'

/** Seconds that an event may be old, or early. */
const TOLERANCE = 300

const refuse = (reason: string, message: string) =>
  new ApiError('invalid_request', message, { parameter: 'Stripe-Signature', reason })

/**
 * Throws 400 unless a header signs these bytes with this secret, now. Source:
 * https://docs.stripe.com/webhooks/signature
 */
export function checkSignature(
  header: string | null,
  body: Uint8Array,
  { secret, now }: { secret: string; now: number },
) {
  if (header === null) throw refuse('missing', 'The header Stripe-Signature is missing')
  const parts = header.split(',').map((part) => part.trim().split('=') as [string, string?])
  const times = parts.flatMap(([name, value]) => (name === 't' && value !== undefined ? [value] : []))
  const signatures = parts.flatMap(([name, value]) => (name === 'v1' && value !== undefined ? [value] : []))
  const [time] = times
  if (time === undefined || times.length > 1 || !/^\d{1,12}$/.test(time) || signatures.length === 0)
    throw refuse('malformed', 'The header Stripe-Signature must be t=SECONDS,v1=SIGNATURE')

  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  // All of them are compared, even after a match, for constant time.
  const fitting = signatures.filter((signature) => {
    const given = /^[0-9a-f]{64}$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(expected.length)
    return timingSafeEqual(given, expected)
  })
  if (fitting.length === 0) throw refuse('mismatch', 'No signature in Stripe-Signature matches this body')
  if (Math.abs(now / 1000 - Number(time)) > TOLERANCE)
    throw refuse('expired', `Stripe-Signature is not from the last ${TOLERANCE} seconds`)
}
