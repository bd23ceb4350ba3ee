import { createSweeper, type Kit, type Provider, type Sweeper } from 'weirjs'
import type { BillingConfig } from './config.ts'
import { createManual, MANUAL, type Manual } from './manual/manual.ts'
import { type PaymentProvider, paymentProviders, type Subscription, type Subscriptions } from './service.ts'
import { type Checkouts, createCheckouts } from './store/checkouts.ts'
import { createSubscriptionStore, lockSubscriptions, type SubscriptionStore } from './store/subscriptions.ts'
import type { CheckoutRow } from './store/tables.ts'

/** Milliseconds between two searches for subscriptions that have ended. */
const LOOK_EVERY = 30_000

export interface BillingState {
  subscriptions: SubscriptionStore
  checkouts: Checkouts
  manual: Manual
  service: Subscriptions
  /** The providers that are set up, in order. Call it only after the `setup` of all plugins. */
  providers(): readonly Provider<PaymentProvider>[]
  /** Ends subscriptions whose time is over, as no provider reports that. */
  ends: Sweeper
}

export function setUp(kit: Kit<BillingConfig>): BillingState {
  const subscriptions = createSubscriptionStore(kit)
  const checkouts = createCheckouts(kit)
  return {
    subscriptions,
    checkouts,
    manual: createManual(kit, { subscriptions, checkouts }),
    service: {
      of: subscriptions.of,
      find: subscriptions.find,
      async put(tx, subscription, by) {
        const isActive = subscription.status === 'active'
        await lockSubscriptions(tx, subscription.account)
        if (isActive && subscription.provider !== MANUAL)
          await subscriptions.endOthers(tx, subscription.account, MANUAL)
        await subscriptions.put(tx, subscription, by)
        if (!isActive) return
        // The checkout of what was bought is complete, whatever the provider reports about its sessions.
        for (const row of await checkouts.openOf(subscription.account, tx))
          if (row.provider === subscription.provider && isSame(row, subscription))
            await checkouts.end(tx, row.provider, row.id, { status: 'completed' })
      },
      overdue: subscriptions.overdue,
      async endCheckout(tx, provider, id, status) {
        const ended = await checkouts.find(provider, id, tx)
        await checkouts.end(tx, provider, id, { status })
        if (!ended || status !== 'completed') return []
        const others = await checkouts.openOf(ended.account, tx)
        for (const row of others) await checkouts.end(tx, row.provider, row.id, { status: 'replaced' })
        return others.filter((row) => row.provider === provider).map((row) => row.id)
      },
    },
    providers: () => kit.all(paymentProviders),
    ends: createSweeper({
      what: 'Subscriptions whose time is over',
      sweep: subscriptions.endDue,
      first: 0,
      every: LOOK_EVERY,
      leases: kit.leases,
      log: kit.log,
    }),
  }
}

const isSame = (row: CheckoutRow, { plan, billingPeriod }: Subscription) =>
  row.plan === plan && row.billing_period === billingPeriod
