import type { PlanName } from 'weirjs'
import { paidPlans, type Subscription } from './service.ts'
import type { SubscriptionRow } from './store/tables.ts'

const DAY = 86_400_000

/** When a subscription stops granting its plan: null if no end is known, 0 if it does not grant it yet. */
export function grantsUntil({ status, paidUntil, endsAt }: Subscription, graceDays: number): number | null {
  if (status === 'incomplete') return 0
  if (status !== 'past_due' || paidUntil === null) return endsAt
  return Math.min(endsAt ?? Number.POSITIVE_INFINITY, paidUntil + graceDays * DAY)
}

/** Whether a subscription grants its plan at this time. */
export const grantsPlan = ({ gives_until }: SubscriptionRow, now: number) => gives_until === null || now < gives_until

/** Whether the provider goes on charging for it: another one beside it would be paid for twice. */
export const isLive = ({ status }: Pick<Subscription, 'status'>) => status === 'active' || status === 'past_due'

const rank = ({ plan }: { plan: PlanName }) => (paidPlans as readonly PlanName[]).indexOf(plan)

/** The subscription that decides the plan of an account: of several, the one with the highest plan. */
export function best(rows: readonly SubscriptionRow[], now: number): SubscriptionRow | undefined {
  const goesOn = (row: SubscriptionRow) => (row.status === 'cancelled' ? 0 : 1)
  return rows
    .filter((row) => grantsPlan(row, now))
    .sort((a, b) => rank(b) - rank(a) || goesOn(b) - goesOn(a) || b.created_at - a.created_at)[0]
}

/** The subscription that an account is shown: the best one or, if none grants a plan, the one updated last. */
export const shownSubscription = (rows: readonly SubscriptionRow[], now: number): SubscriptionRow | undefined =>
  best(rows, now) ?? [...rows].sort((a, b) => b.updated_at - a.updated_at)[0]
