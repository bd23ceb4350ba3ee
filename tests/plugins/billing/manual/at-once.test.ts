import { expect, test } from 'bun:test'
import { type Kit, systemActor } from 'weirjs'
import type { BillingConfig } from '../../../../plugins/billing/config.ts'
import type { Subscription } from '../../../../plugins/billing/service.ts'
import { setUp } from '../../../../plugins/billing/state.ts'
import { migrations } from '../../../../plugins/billing/store/tables.ts'
import { addUser, openAccounts } from '../../../core/open-accounts.ts'

test('of an approval and a payment at once, the payment alone counts', async () => {
  await using world = await openAccounts()
  await world.store.migrate('billing', migrations)
  const { id: account } = await addUser(world)
  const kit = { ...world, config: { graceDays: 14 } } as unknown as Kit<BillingConfig>
  const { manual, checkouts, subscriptions, service } = setUp(kit)
  const order = { account, plan: 'pro', billingPeriod: 'monthly' } as const
  const { sessionId } = await manual.provider.checkout(order as never)
  await world.store.write((tx) =>
    checkouts.add(tx, { ...order, sessionId, checkoutUrl: null, reusableUntil: null, provider: 'manual' }),
  )

  const now = world.clock.now()
  const end = now + 30 * 86_400_000
  const bought: Subscription = {
    ...order,
    provider: 'stripe',
    reference: 'sub_1',
    status: 'active',
    periodStart: now,
    periodEnd: end,
    anchor: now,
    paidUntil: end,
    cancelAtPeriodEnd: false,
    endsAt: null,
  }
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const told = world.store.write(async (tx) => {
    await service.put(tx, bought)
    begin()
    await released
  })
  await begun
  const approval = manual.approve(sessionId, systemActor('billing')).catch(({ code }) => code)
  // Long enough for it to read what stands there now, and to wait.
  await Bun.sleep(50)
  release()
  await told
  expect(await approval).toBe('conflict')
  expect(await subscriptions.find('manual', sessionId)).toBeUndefined()
  expect(await subscriptions.of(account)).toMatchObject({ provider: 'stripe', status: 'active' })
})
