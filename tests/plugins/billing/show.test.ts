import { expect, test } from 'bun:test'
import type { Subscription } from '../../../plugins/billing/service.ts'
import { periodOf, showCredits, showPending, showRequest } from '../../../plugins/billing/show.ts'
import type { CheckoutRow } from '../../../plugins/billing/store/tables.ts'

const at = (day: string) => Date.parse(`${day}T00:00:00Z`)

test('the period of a subscription is that of its provider, or the current one if it renews by itself', () => {
  const period = (changes: Partial<Subscription>, now = at('2026-05-20')) => {
    const subscription = {
      ...{ periodStart: at('2026-01-10'), periodEnd: at('2026-02-10'), anchor: at('2026-01-10') },
      ...{ billingPeriod: 'monthly', paidUntil: null, endsAt: null },
      ...changes,
    } as Subscription
    const { start, end } = periodOf(subscription, now)
    return [start, end].map((time) => new Date(time).toISOString().slice(0, 10))
  }
  expect(period({ paidUntil: at('2026-02-10') })).toEqual(['2026-01-10', '2026-02-10'])
  expect(period({})).toEqual(['2026-05-10', '2026-06-10'])
  expect(period({}, at('2026-06-10'))).toEqual(['2026-06-10', '2026-07-10'])
  // A subscription that has ended stays in its last period.
  expect(period({ endsAt: at('2026-04-10') })).toEqual(['2026-03-10', '2026-04-10'])
  expect(period({ endsAt: at('2026-08-10') })).toEqual(['2026-05-10', '2026-06-10'])
})

const row = {
  ...{ id: 'co_1', plan: 'pro', billing_period: 'yearly', provider: 'manual', url: null, status: 'completed' },
  ...{ created_at: 0, decided_at: 1000, decided_by: 'admin', reason: null },
} as unknown as CheckoutRow

test('a pending request is shown to its user and to administrators', () => {
  const requestedAt = '1970-01-01T00:00:00.000Z'
  const shown = { sessionId: 'co_1', plan: 'pro', billingPeriod: 'yearly', requestedAt }
  expect<unknown>(showPending(row)).toEqual({ ...shown, provider: 'manual', checkoutUrl: null })
  const user = { id: 'u', email: 'a@b.test', plan: 'free' } as const
  const request = { ...shown, userId: 'u', email: 'a@b.test', currentPlan: 'free', decidedBy: 'admin', reason: null }
  expect(showRequest(row, user)).toEqual({
    ...request,
    status: 'approved',
    decidedAt: '1970-01-01T00:00:01.000Z',
  } as never)
  const statusOf = (status: CheckoutRow['status']) => showRequest({ ...row, status, decided_at: null }, user).status
  expect((['open', 'declined', 'replaced', 'expired'] as const).map(statusOf)).toEqual([
    ...(['pending', 'declined', 'replaced', 'replaced'] as const),
  ])
  expect(showRequest({ ...row, decided_at: null }, user).decidedAt).toBeNull()
})

test('credits are shown in whole units', () => {
  const balance = { monthly: 5000, used: 1500, remaining: 3500, refillsAt: 0 }
  expect(showCredits(balance as never)).toEqual({
    credits: { monthly: 5, used: 1.5, remaining: 3.5 },
    creditsRefillAt: '1970-01-01T00:00:00.000Z',
  })
})
