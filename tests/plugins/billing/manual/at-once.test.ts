import { expect, test } from 'bun:test'
import { type Kit, systemActor } from 'weirjs'
import type { BillingConfig } from '../../../../plugins/billing/config.ts'
import type { Subscription } from '../../../../plugins/billing/service.ts'
import { setUp } from '../../../../plugins/billing/state.ts'
import { migrations } from '../../../../plugins/billing/store/tables.ts'
import { addUser, openAccounts } from '../../../core/open-accounts.ts'

/** Billing of one account, set up like in the plugin. */
async function openRequest() {
  const world = await openAccounts()
  await world.store.migrate('billing', migrations)
  const { id: account } = await addUser(world)
  const kit = { ...world, config: { graceDays: 14 } } as unknown as Kit<BillingConfig>
  const state = setUp(kit)
  const ask = async (plan: Subscription['plan']) => {
    const order = { account, plan, billingPeriod: 'monthly' } as const
    const { sessionId } = await state.manual.provider.checkout(order as never)
    await world.store.write((tx) =>
      state.checkouts.add(tx, { ...order, sessionId, checkoutUrl: null, reusableUntil: null, provider: 'manual' }),
    )
    return sessionId
  }
  const now = world.clock.now()
  const end = now + 30 * 86_400_000
  const bought: Subscription = {
    provider: 'stripe',
    reference: 'sub_1',
    account,
    plan: 'pro',
    billingPeriod: 'monthly',
    status: 'active',
    periodStart: now,
    periodEnd: end,
    anchor: now,
    paidUntil: end,
    cancelAtPeriodEnd: false,
    endsAt: null,
  }
  return {
    ...state,
    account,
    bought,
    ask,
    /** Runs `work` while the payment is being written that ends the approved subscription. */
    async beside(work: () => Promise<unknown>) {
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const told = world.store.write(async (tx) => {
        await state.service.put(tx, bought)
        begin()
        await released
      })
      await begun
      const outcome = work().catch(({ code }) => code)
      // Long enough for it to read the current state, and to wait.
      await Bun.sleep(50)
      release()
      await told
      return outcome
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

test('if an approval and a payment are concurrent, only the payment counts', async () => {
  await using world = await openRequest()
  const sessionId = await world.ask('pro')
  expect(await world.beside(() => world.manual.approve(sessionId, systemActor('billing')))).toBe('conflict')
  expect(await world.subscriptions.find('manual', sessionId)).toBeUndefined()
  expect(await world.subscriptions.of(world.account)).toMatchObject({ provider: 'stripe', status: 'active' })
})

test('a cancellation does not restore what a concurrent payment has ended', async () => {
  await using world = await openRequest()
  const by = systemActor('billing')
  const sessionId = await world.ask('enterprise')
  await world.manual.approve(sessionId, by)
  const approved = (await world.subscriptions.find('manual', sessionId))!
  expect(await world.beside(() => world.manual.provider.cancelAtPeriodEnd(approved, true, by))).toBe('conflict')
  expect(await world.subscriptions.find('manual', sessionId)).toMatchObject({ status: 'cancelled' })
  expect(await world.subscriptions.of(world.account)).toMatchObject({ provider: 'stripe', plan: 'pro' })
})
