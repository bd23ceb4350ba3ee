import { isObject, type JsonObject, objectOf } from 'weirjs'
import type { Subscription } from '../../billing/service.ts'
import { idOf, textOf, timeOf } from '../client/json.ts'
import { isBillingPeriod, isPaidPlan, type Planned, type Prices } from '../prices.ts'
import { METADATA } from '../webhook/event.ts'

/** What is known here about a subscription of Stripe. */
export interface SubscriptionFacts {
  account: string
  prices: Prices
  /** Its stored state. */
  before: Subscription | undefined
  /** When the latest charge of the customer was made that was fully refunded, or charged back by a bank. */
  refundedCharge: number | null
  now: number
}

/** Milliseconds by which a charge may precede its period. */
const EARLY = 3_600_000
/** Of periods that an answer does not tell. */
const LENGTH = { monthly: 30 * 86_400_000, yearly: 365 * 86_400_000 }

/** Converts a subscription of Stripe to ours; undefined if its price is not one of ours. */
export function readSubscription(remote: JsonObject, known: SubscriptionFacts): Subscription | undefined {
  const item = itemOf(remote, known.prices)
  const planned = plannedBy(item, remote, known.prices)
  const reference = textOf(remote.id)
  if (!planned || reference === undefined) return undefined

  // Since 2025 the period belongs to the item, before that to the subscription.
  const begun = timeOf(remote.start_date) ?? timeOf(remote.created) ?? known.before?.periodStart ?? known.now
  const periodStart = timeOf(item.current_period_start) ?? timeOf(remote.current_period_start) ?? begun
  const periodEnd =
    timeOf(item.current_period_end) ??
    timeOf(remote.current_period_end) ??
    known.before?.periodEnd ??
    periodStart + LENGTH[planned.billingPeriod]
  const said = textOf(remote.status) ?? ''
  const paidUntil = paidBy(remote, said, { periodStart, periodEnd, before: known.before })
  const cancelAt = timeOf(remote.cancel_at)
  const isEnding = remote.cancel_at_period_end === true || cancelAt !== undefined
  return {
    provider: 'stripe',
    reference,
    account: known.account,
    ...planned,
    status: statusOf(said),
    periodStart,
    periodEnd,
    anchor: timeOf(remote.billing_cycle_anchor) ?? known.before?.anchor ?? periodStart,
    paidUntil,
    cancelAtPeriodEnd: statusOf(said) !== 'cancelled' && isEnding,
    endsAt: endOf(remote, said, { paidUntil, periodStart, end: isEnding ? (cancelAt ?? periodEnd) : null, known }),
  }
}

/** The item with one of our prices, else the first one: an operator may have added others in Stripe. */
function itemOf(remote: JsonObject, prices: Prices): JsonObject {
  const { data } = objectOf(remote.items)
  const items = Array.isArray(data) ? data.filter(isObject) : []
  return items.find((one) => prices.planOf(priceOf(one) ?? '')) ?? items[0] ?? {}
}
/** The id of the item whose price is that of the plan. */
export const itemIdOf = (remote: JsonObject, prices: Prices) => textOf(itemOf(remote, prices).id)
const priceOf = (item: JsonObject) => idOf(item.price) ?? idOf(item.plan)

/** The plan of a price or, if it is no longer sold, of the original purchase. */
function plannedBy(item: JsonObject, remote: JsonObject, prices: Prices): Planned | undefined {
  const found = prices.planOf(priceOf(item) ?? '')
  if (found) return found
  const metadata = objectOf(remote.metadata)
  const [plan, billingPeriod] = [metadata[METADATA.plan], metadata[METADATA.billingPeriod]]
  return isPaidPlan(plan) && isBillingPeriod(billingPeriod) ? { plan, billingPeriod } : undefined
}

/** Source: https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
function statusOf(said: string): Subscription['status'] {
  if (said === 'active' || said === 'trialing') return 'active'
  if (said === 'canceled' || said === 'incomplete_expired') return 'cancelled'
  return said === 'incomplete' ? 'incomplete' : 'past_due'
}

interface Period {
  periodStart: number
  periodEnd: number
  before: Subscription | undefined
}

/**
 * Until when it is paid for. A renewal starts the new period at once, an hour before its invoice is paid, so the
 * invoice decides if it is known, not the period.
 */
function paidBy(
  { latest_invoice: invoice }: JsonObject,
  said: string,
  { periodStart, periodEnd, before }: Period,
): number {
  const unpaid = before?.paidUntil ?? periodStart
  const isInvoicePaid = isObject(invoice) ? invoice.status === 'paid' : undefined
  if (said === 'active' || said === 'trialing') return (isInvoicePaid ?? true) ? periodEnd : unpaid
  if (said === 'canceled') return isInvoicePaid === true ? Math.max(periodEnd, unpaid) : unpaid
  return unpaid
}

interface End {
  paidUntil: number
  periodStart: number
  /** When it is to be cancelled. */
  end: number | null
  known: SubscriptionFacts
}

function endOf(remote: JsonObject, said: string, { paidUntil, periodStart, end, known }: End): number | null {
  // It gave nothing: it ended where it would have begun.
  if (said === 'incomplete_expired') return periodStart
  // Nobody tries to collect these any more.
  if (said === 'unpaid' || said === 'paused') return paidUntil
  if (said !== 'canceled') return end
  const ended = timeOf(remote.ended_at) ?? timeOf(remote.canceled_at) ?? known.before?.endsAt ?? known.now
  const isRefunded = known.refundedCharge !== null && known.refundedCharge >= periodStart - EARLY
  return isRefunded ? ended : paidUntil
}
