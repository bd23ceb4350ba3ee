import type { PlanName } from 'weirjs'
import { paidPlans, type Subscription } from './service.ts'
import type { SubscriptionRow } from './store/tables.ts'

const DAY = 86_400_000

/** When a subscription gives its plan no more: null where no end is known, 0 where it gives none yet. */
export function givesUntil({ status, paidUntil, endsAt }: Subscription, graceDays: number): number | null {
  if (status === 'incomplete') return 0
  if (status !== 'past_due' || paidUntil === null) return endsAt
  return Math.min(endsAt ?? Number.POSITIVE_INFINITY, paidUntil + graceDays * DAY)
}

export const gives = ({ gives_until }: SubscriptionRow, now: number) => gives_until === null || now < gives_until

const rank = ({ plan }: { plan: PlanName }) => (paidPlans as readonly PlanName[]).indexOf(plan)

/** The subscription that an account has its plan by: of several the one that gives most. */
export function best(rows: readonly SubscriptionRow[], now: number): SubscriptionRow | undefined {
  const goesOn = (row: SubscriptionRow) => (row.status === 'cancelled' ? 0 : 1)
  return rows
    .filter((row) => gives(row, now))
    .sort((a, b) => rank(b) - rank(a) || goesOn(b) - goesOn(a) || b.created_at - a.created_at)[0]
}

/** The one that an account is shown: where none gives anything, the last that was heard of. */
export const present = (rows: readonly SubscriptionRow[], now: number): SubscriptionRow | undefined =>
  best(rows, now) ?? [...rows].sort((a, b) => b.updated_at - a.updated_at)[0]
