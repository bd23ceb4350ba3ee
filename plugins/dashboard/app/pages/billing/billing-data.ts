import type { PlanName } from '../../api/plans.ts'

/** What the billing page reads from the API, under its schema names. */

export type BillingPeriod = 'monthly' | 'yearly'

export interface PendingCheckout {
  sessionId: string
  plan: string
  billingPeriod: BillingPeriod
  provider: string
  checkoutUrl: string | null
  requestedAt: string
}

export interface Subscription {
  plan: string
  status: 'active' | 'incomplete' | 'past_due' | 'cancelled'
  billingPeriod: BillingPeriod
  currentPeriodEnd: string
  creditsRefillAt: string
  cancelAtPeriodEnd: boolean
  endsAt: string | null
  canBeCancelled: boolean
  hasPortal: boolean
  pending: PendingCheckout | null
}

export interface PlanOffers {
  name: PlanName
  isCurrent: boolean
  monthlyCredits: number | null
  requestsPerHour: number | null
  requestsPerDay: number | null
  concurrent: number | null
  offers: { billingPeriod: BillingPeriod; amount: number | null; currency: string | null }[]
}

export interface PlanList {
  needsApproval: boolean
  plans: PlanOffers[]
}

/** Redirects to the payment provider's page. */
export function leaveFor(address: string) {
  if (/^https?:$/.test(URL.parse(address)?.protocol ?? '')) location.assign(address)
}
