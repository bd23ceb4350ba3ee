import { describe, expect, test } from 'bun:test'
import { best, grantsPlan, grantsUntil, shownSubscription } from '../../../plugins/billing/entitlement.ts'
import type { Subscription } from '../../../plugins/billing/service.ts'
import type { SubscriptionRow } from '../../../plugins/billing/store/tables.ts'

const DAY = 86_400_000

describe('a subscription gives its plan', () => {
  const until = (changes: Partial<Subscription>, graceDays = 7) =>
    grantsUntil({ status: 'active', paidUntil: 100, endsAt: null, ...changes } as Subscription, graceDays)

  test('until its end, if it has one', () => {
    expect([until({}), until({ endsAt: 5 }), until({ status: 'cancelled', endsAt: 5 })]).toEqual([null, 5, 5])
    expect(until({ status: 'incomplete', endsAt: 5 })).toBe(0)
  })

  test('for a few days of grace after a failed payment, but not beyond its end', () => {
    expect([until({ status: 'past_due' }), until({ status: 'past_due' }, 0)]).toEqual([100 + 7 * DAY, 100])
    expect([until({ status: 'past_due', endsAt: 5 }), until({ status: 'past_due', endsAt: 8 * DAY })]).toEqual([
      ...[5, 100 + 7 * DAY],
    ])
    expect(until({ status: 'past_due', paidUntil: null, endsAt: 9 })).toBe(9)
  })

  test('before that time and not after it', () => {
    const at = (now: number, gives_until: number | null) => grantsPlan({ gives_until } as SubscriptionRow, now)
    expect([at(4, 5), at(5, 5), at(6, 5), at(6, null)]).toEqual([true, false, false, true])
  })
})

describe('with several subscriptions', () => {
  const row = (reference: string, changes: Partial<SubscriptionRow> = {}) =>
    ({
      ...{ reference, plan: 'pro', status: 'active', gives_until: null, created_at: 0, updated_at: 0 },
      ...changes,
    }) as SubscriptionRow
  const named = (pick: typeof best, ...rows: SubscriptionRow[]) => pick(rows, 10)?.reference

  test('an account has the plan of the highest one, then of one that continues, then of the newest', () => {
    expect(named(best, row('a', { plan: 'starter' }), row('b', { plan: 'enterprise' }), row('c'))).toBe('b')
    expect(named(best, row('a', { plan: 'enterprise', gives_until: 10 }), row('b', { plan: 'starter' }))).toBe('b')
    expect(named(best, row('a', { status: 'cancelled', created_at: 9 }), row('b'))).toBe('b')
    expect(named(best, row('a', { created_at: 1 }), row('b', { created_at: 2 }))).toBe('b')
    expect([named(best), named(best, row('a', { gives_until: 10 }))]).toEqual([undefined, undefined])
  })

  test('an account is shown that one, or the last changed one if none gives a plan', () => {
    const over = { gives_until: 1 }
    expect(named(shownSubscription, row('a', { ...over, updated_at: 9 }), row('b'))).toBe('b')
    expect(named(shownSubscription, row('a', { ...over, updated_at: 1 }), row('b', { ...over, updated_at: 2 }))).toBe(
      'b',
    )
    expect(named(shownSubscription)).toBeUndefined()
  })
})
