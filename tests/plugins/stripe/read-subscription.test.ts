import { describe, expect, test } from 'bun:test'
import type { Subscription } from '../../../plugins/billing/service.ts'
import { parsePrices } from '../../../plugins/stripe/prices.ts'
import {
  itemIdOf,
  readSubscription,
  type SubscriptionFacts,
} from '../../../plugins/stripe/subscription/read-subscription.ts'

const DAY = 86_400
const prices = parsePrices('pro:monthly=price_pm,pro:yearly=price_py,starter:monthly=price_sm')
const [start, end, now] = [1_000_000, 1_000_000 + 30 * DAY, 1_500_000_000]
const item = { id: 'si_1', price: { id: 'price_pm' }, current_period_start: start, current_period_end: end }
const remote = { id: 'sub_1', status: 'active', items: { data: [item] }, billing_cycle_anchor: 999 }
const before = { paidUntil: 5, periodStart: 3, periodEnd: 7, anchor: 2, endsAt: 11 } as Subscription

const read = (changes: object = {}, known: Partial<SubscriptionFacts> = {}) =>
  readSubscription(
    { ...remote, ...changes },
    { account: 'me', prices, before: undefined, refundedCharge: null, now, ...known },
  )

test('a subscription is read with all its fields', () => {
  expect(read()).toEqual({
    ...{ provider: 'stripe', reference: 'sub_1', account: 'me', plan: 'pro', billingPeriod: 'monthly' },
    ...{ status: 'active', periodStart: start * 1000, periodEnd: end * 1000, anchor: 999_000 },
    ...{ paidUntil: end * 1000, cancelAtPeriodEnd: false, endsAt: null },
  })
  const idOf = (...data: object[]) => itemIdOf({ items: { data } }, prices)
  expect([idOf(item), itemIdOf({}, prices), idOf({}), idOf({ id: 'si_old' })]).toEqual([
    ...['si_1', undefined, undefined, 'si_old'],
  ])
})

test('the plan of a subscription with several items is changed where it is paid for', () => {
  const extra = { id: 'si_extra', price: { id: 'price_support' } }
  expect(itemIdOf({ items: { data: [extra, item] } }, prices)).toBe('si_1')
})

describe('the plan', () => {
  test('is that of the price, and with several items that of a known price', () => {
    const of = (...items: object[]) => read({ items: { data: items } })
    expect(of({ price: 'price_py' })).toMatchObject({ plan: 'pro', billingPeriod: 'yearly' })
    expect(of({ plan: { id: 'price_sm' } })).toMatchObject({ plan: 'starter', billingPeriod: 'monthly' })
    expect(of({ price: 'other' }, item)).toMatchObject({ plan: 'pro', periodEnd: end * 1000 })
  })

  test('is in the metadata if the price is not known any more', () => {
    const old = (metadata: object) => read({ items: { data: [{ price: 'old' }] }, metadata })
    const bought = { weir_plan: 'starter', weir_billing_period: 'yearly' }
    expect(old(bought)).toMatchObject({ plan: 'starter', billingPeriod: 'yearly' })
    expect(old({ ...bought, weir_plan: 'gold' })).toBeUndefined()
    expect(old({ ...bought, weir_billing_period: 'daily' })).toBeUndefined()
    expect(read({ items: undefined })).toBeUndefined()
    expect(read({ id: '' })).toBeUndefined()
  })
})

describe('the period', () => {
  const bare = { items: { data: [{ price: 'price_pm' }] } }
  test('is in the item, or in the subscription', () => {
    expect(read({ ...bare, current_period_start: 50, current_period_end: 60 })).toMatchObject({
      periodStart: 50_000,
      periodEnd: 60_000,
    })
    expect(read({ current_period_start: 50, current_period_end: 60 })?.periodStart).toBe(start * 1000)
  })

  test('has its usual length if Stripe does not give it', () => {
    const spanOf = (subscription: Subscription | undefined) => [
      subscription?.periodStart,
      subscription!.periodEnd - subscription!.periodStart,
    ]
    expect(spanOf(read({ ...bare, start_date: 50, created: 40 }))).toEqual([50_000, 30 * DAY * 1000])
    expect(spanOf(read({ ...bare, created: 40 }))).toEqual([40_000, 30 * DAY * 1000])
    expect(spanOf(read(bare))).toEqual([now, 30 * DAY * 1000])
    expect(spanOf(read({ items: { data: [{ price: 'price_py' }] } }))[1]).toBe(365 * DAY * 1000)
    expect(read(bare, { before })).toMatchObject({ periodStart: 3, periodEnd: 7 })
  })

  test('has its anchor, or that of before, or its start', () => {
    const without = { billing_cycle_anchor: undefined }
    expect([read(without, { before })?.anchor, read(without)?.anchor]).toEqual([2, start * 1000])
  })
})

describe('the paid time', () => {
  const paidUntil = (status: string, invoice?: unknown, known: Partial<SubscriptionFacts> = { before }) =>
    read({ status, latest_invoice: invoice }, known)?.paidUntil
  const [paid, open] = [{ status: 'paid' }, { status: 'open' }]

  test('is the period, unless its invoice is unpaid', () => {
    for (const status of ['active', 'trialing']) {
      expect([paidUntil(status), paidUntil(status, 'in_1'), paidUntil(status, paid)]).toEqual([
        ...[end * 1000, end * 1000, end * 1000],
      ])
      expect([paidUntil(status, open), paidUntil(status, open, {})]).toEqual([5, start * 1000])
    }
  })

  test('of a cancelled subscription depends on its invoice, and is never shortened', () => {
    expect([paidUntil('canceled', paid), paidUntil('canceled', open), paidUntil('canceled')]).toEqual([
      end * 1000,
      5,
      5,
    ])
    const later = { ...before, paidUntil: end * 1000 + 1 }
    expect(paidUntil('canceled', paid, { before: later })).toBe(end * 1000 + 1)
  })

  test('of any other stays the same', () => {
    for (const status of ['past_due', 'unpaid', 'paused', 'incomplete']) expect(paidUntil(status, paid)).toBe(5)
  })
})

test.each([
  ['active', 'active'],
  ['trialing', 'active'],
  ['canceled', 'cancelled'],
  ['incomplete_expired', 'cancelled'],
  ['incomplete', 'incomplete'],
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['something new', 'past_due'],
] as const)('the status %p of Stripe becomes %p', (said, status) => expect(read({ status: said })?.status).toBe(status))

describe('the end', () => {
  const ends = (changes: object, known: Partial<SubscriptionFacts> = {}) => {
    const { cancelAtPeriodEnd, endsAt } = read(changes, known)!
    return [cancelAtPeriodEnd, endsAt]
  }

  test('is that of the period, or a day, if it is to be cancelled', () => {
    expect(ends({ cancel_at_period_end: true })).toEqual([true, end * 1000])
    expect(ends({ cancel_at: 77 })).toEqual([true, 77_000])
    expect(ends({ cancel_at_period_end: 'true' })).toEqual([false, null])
  })

  test('is the end of the paid time if nobody collects any more', () => {
    for (const status of ['unpaid', 'paused']) expect(ends({ status }, { before })).toEqual([false, 5])
    expect(ends({ status: 'past_due' }, { before })).toEqual([false, null])
    expect(ends({ status: 'incomplete_expired' }, { before })).toEqual([false, start * 1000])
  })

  test('of a cancelled subscription is the end of the paid time, or at once after a refund', () => {
    const cancelled = { status: 'canceled', cancel_at_period_end: true, ended_at: 70, canceled_at: 60 }
    expect(ends(cancelled, { before })).toEqual([false, 5])
    const refunded = (seconds: number, changes: object = {}, known: Partial<SubscriptionFacts> = { before }) =>
      ends({ ...cancelled, ...changes }, { ...known, refundedCharge: seconds * 1000 })[1]
    expect([refunded(start), refunded(start - 3600), refunded(start - 3601)]).toEqual([70_000, 70_000, 5])
    const unknown = { ended_at: undefined, canceled_at: undefined }
    expect(refunded(start, { ended_at: undefined })).toBe(60_000)
    expect([refunded(start, unknown), refunded(start, unknown, {})]).toEqual([11, now])
  })
})
