import { ApiError, isObject, type JsonObject, objectOf, parseJson } from 'weirjs'
import { idOf, numberOf, textOf, timeOf } from '../client/json.ts'

/** The relevant parts of an event: what to read again, and whose it is. */
export interface StripeEvent {
  id: string
  type: string
  /** Epoch milliseconds. */
  createdAt: number
  subscription?: string
  customer?: string
  /** The account of the purchase, from Stripe's metadata. */
  account?: string
  /** A checkout session that has ended. */
  session?: { id: string; status: 'completed' | 'expired' }
  /** When a charge was made that has been fully refunded. */
  refundedCharge?: number
  /** A payment that was charged back by a bank, or returned after all. */
  dispute?: string
}

/** The keys of the metadata that we store with a purchase. */
export const METADATA = { account: 'weir_account', plan: 'weir_plan', billingPeriod: 'weir_billing_period' } as const

export const accountIn = (metadata: unknown) => textOf(objectOf(metadata)[METADATA.account])

const INVOICES =
  /^invoice\.(?:paid|payment_succeeded|payment_failed|payment_action_required|voided|marked_uncollectible)$/

/** Reads an event; undefined if it changes nothing here. Throws 400 if it is invalid. */
export function readEvent(body: Uint8Array): StripeEvent | undefined {
  const event = parseJson(new TextDecoder().decode(body))
  if (!isObject(event)) throw malformed()
  const [id, type] = [textOf(event.id), textOf(event.type)]
  const object = objectOf(event.data).object
  if (id === undefined || id.length > 255 || type === undefined || !isObject(object)) throw malformed()
  const more = aboutOf(type, object)
  return more && { id, type, createdAt: timeOf(event.created) ?? 0, customer: idOf(object.customer), ...more }
}

function aboutOf(type: string, object: JsonObject): Partial<StripeEvent> | undefined {
  const metadata = accountIn(object.metadata)
  if (/^checkout\.session\.(?:completed|async_payment_succeeded|async_payment_failed|expired)$/.test(type)) {
    const id = textOf(object.id)
    if (id === undefined) throw malformed()
    const status = type.endsWith('.expired') ? 'expired' : 'completed'
    const account = textOf(object.client_reference_id) ?? metadata
    return { account, subscription: idOf(object.subscription), session: { id, status } }
  }
  if (type.startsWith('customer.subscription.')) return { account: metadata, subscription: textOf(object.id) }
  if (INVOICES.test(type)) {
    // Until 2025 the subscription was a field of the invoice itself.
    const details = objectOf(objectOf(object.parent).subscription_details)
    const old = objectOf(object.subscription_details)
    const subscription = idOf(details.subscription) ?? idOf(object.subscription)
    if (subscription === undefined) return undefined
    return { account: accountIn(details.metadata) ?? accountIn(old.metadata), subscription }
  }
  if (type === 'charge.refunded' && object.refunded === true)
    return { account: metadata, refundedCharge: (numberOf(object.created) ?? 0) * 1000 }
  // It has neither the customer nor the time of the charge; what is read of it again has.
  if (type.startsWith('charge.dispute.')) return { dispute: textOf(object.id) }
  return undefined
}

const malformed = () => new ApiError('invalid_request', 'The body is not an event of Stripe')
