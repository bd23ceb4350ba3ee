import { type Account, type Balance, isoTime, toCredits } from 'weirjs'
import { periodAround } from './period.ts'
import type { Subscription } from './service.ts'
import type { CheckoutRow } from './store/tables.ts'

/** The status of a request as the API shows it. */
export const shownStatus = {
  open: 'pending',
  completed: 'approved',
  declined: 'declined',
  replaced: 'replaced',
  expired: 'replaced',
} as const

/** The current period of a subscription. One that renews by itself is never updated, so it is computed. */
export function periodOf(
  { paidUntil, periodStart, periodEnd, anchor, billingPeriod, endsAt }: Subscription,
  now: number,
) {
  if (paidUntil !== null) return { start: periodStart, end: periodEnd }
  return periodAround(Math.min(now, (endsAt ?? now + 1) - 1), anchor, billingPeriod)
}

export const showCredits = ({ monthly, used, remaining, refillsAt }: Balance) => ({
  credits: { monthly: toCredits(monthly), used: toCredits(used), remaining: toCredits(remaining) },
  creditsRefillAt: isoTime(refillsAt),
})

export const showPending = (row: CheckoutRow) => ({
  sessionId: row.id,
  plan: row.plan,
  billingPeriod: row.billing_period,
  provider: row.provider,
  checkoutUrl: row.url,
  requestedAt: isoTime(row.created_at),
})

export const showRequest = (row: CheckoutRow, user: Pick<Account, 'id' | 'email' | 'plan'>) => ({
  sessionId: row.id,
  userId: user.id,
  email: user.email,
  currentPlan: user.plan,
  plan: row.plan,
  billingPeriod: row.billing_period,
  status: shownStatus[row.status],
  requestedAt: isoTime(row.created_at),
  decidedAt: isoTime(row.decided_at),
  decidedBy: row.decided_by,
  reason: row.reason,
})
