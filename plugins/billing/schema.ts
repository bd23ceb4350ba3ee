import { nullable, oneOf, paging, planNames, type Static, t, timestamp } from 'weirjs'
import { billingPeriods, paidPlans, subscriptionStatuses } from './service.ts'

const Plan = oneOf(planNames)
const BillingPeriod = oneOf(billingPeriods)
const sessionId = t.String({ examples: ['chk_01900000-0000-7000-8000-000000000000'] })
const provider = t.String({ examples: ['manual'] })

export const CheckoutBody = t.Object({
  plan: oneOf(paidPlans, { description: 'To move to the free plan, cancel the subscription' }),
  billingPeriod: BillingPeriod,
})

/** Source: decisions 12.4. */
export const Checkout = t.Object(
  {
    checkoutUrl: nullable(t.String(), {
      description: 'Where you pay or confirm the change; null if an administrator approves the request',
    }),
    sessionId,
    provider,
  },
  { title: 'Checkout' },
)

const Credits = t.Object(
  { monthly: t.Number(), used: t.Number(), remaining: t.Number() },
  { title: 'SubscriptionCredits', description: 'Credits of the current month' },
)

const Pending = t.Object(
  {
    sessionId,
    plan: oneOf(paidPlans),
    billingPeriod: BillingPeriod,
    provider,
    checkoutUrl: nullable(t.String()),
    requestedAt: timestamp(),
  },
  { title: 'PendingCheckout' },
)

/** Source: decisions 12.4. */
export const Subscription = t.Object(
  {
    plan: Plan,
    status: oneOf(subscriptionStatuses, {
      description:
        '`active`; `incomplete`: the first payment has not gone through, and the previous plan still applies; `past_due`: a payment failed, the plan stays until `endsAt`, and credits are refilled once it is paid; `cancelled`: the paid period runs until `endsAt`, then the plan is free. Without a subscription: `active`',
    }),
    billingPeriod: BillingPeriod,
    currentPeriodStart: timestamp(),
    currentPeriodEnd: timestamp({
      description: 'When the subscription renews. Without a subscription, when credits are refilled',
    }),
    credits: Credits,
    creditsRefillAt: timestamp({ description: 'Monthly, even for a yearly subscription' }),
    provider,
    cancelAtPeriodEnd: t.Boolean({ description: 'Whether the subscription is cancelled and ends with its period' }),
    endsAt: nullable(timestamp(), { description: 'When the plan becomes free; null if no end is known' }),
    canBeCancelled: t.Boolean({ description: 'Whether there is a renewing subscription' }),
    hasPortal: t.Boolean({ description: 'Whether the provider has pages for invoices and payment methods' }),
    pending: nullable(Pending, { description: 'The latest checkout, waiting for payment or approval' }),
  },
  { title: 'Subscription' },
)

const Offer = t.Object(
  {
    billingPeriod: BillingPeriod,
    amount: nullable(t.Number(), { description: 'Price of the whole period; null if none is stated' }),
    currency: nullable(t.String(), {
      description: 'ISO 4217 code; null if the operator states none',
      examples: ['EUR'],
    }),
  },
  { title: 'PlanOffer' },
)
export const PlanList = t.Object(
  {
    provider,
    needsApproval: t.Boolean({ description: 'Whether an administrator approves requests' }),
    plans: t.Array(
      t.Object(
        {
          name: Plan,
          isCurrent: t.Boolean(),
          monthlyCredits: nullable(t.Number()),
          requestsPerHour: nullable(t.Integer()),
          requestsPerDay: nullable(t.Integer()),
          concurrent: nullable(t.Integer(), { description: 'Requests in flight' }),
          offers: t.Array(Offer, { description: 'How the plan can be bought; empty if it cannot' }),
        },
        { title: 'PlanOffers' },
      ),
    ),
  },
  { title: 'PlanList' },
)

export const Portal = t.Object(
  { url: t.String({ description: 'Open it at once; it expires soon' }) },
  { title: 'BillingPortal' },
)

// ---- administration

const requestStatuses = ['pending', 'approved', 'declined', 'replaced'] as const
export const RequestListQuery = t.Object({
  status: t.Optional(
    oneOf(requestStatuses, { default: 'pending', description: 'Returns only requests with this status' }),
  ),
  ...paging,
})
export const RequestId = t.Object({
  sessionId: t.String({ maxLength: 100, description: 'Id of the plan request, as in the list' }),
})
export const DeclineBody = t.Object({
  reason: t.Optional(t.String({ maxLength: 500, description: 'Kept for the record' })),
})
export const Request = t.Object(
  {
    sessionId,
    userId: t.String(),
    email: t.String(),
    currentPlan: Plan,
    plan: oneOf(paidPlans),
    billingPeriod: BillingPeriod,
    status: oneOf(requestStatuses, { description: '`replaced`: the user has since made another request' }),
    requestedAt: timestamp(),
    decidedAt: nullable(timestamp()),
    decidedBy: nullable(t.String(), { description: 'User id of the administrator' }),
    reason: nullable(t.String()),
  },
  { title: 'BillingRequest' },
)
export type Request = Static<typeof Request>
export const RequestList = t.Object(
  { requests: t.Array(Request), nextCursor: nullable(t.String()) },
  { title: 'BillingRequestList' },
)
