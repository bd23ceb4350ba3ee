import { describeError, type Kit, type Provider } from 'weirjs'
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
  ends: { start(): void; close(): Promise<void> }
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
    ends: lookForEnds(kit, subscriptions),
  }
}

const isSame = (row: CheckoutRow, { plan, billingPeriod }: Subscription) =>
  row.plan === plan && row.billing_period === billingPeriod

/** Ends subscriptions whose time is over, as no provider reports that. */
function lookForEnds({ log }: Pick<Kit, 'log'>, subscriptions: SubscriptionStore) {
  let timer: ReturnType<typeof setInterval> | undefined
  let looking: Promise<void> | undefined
  let isClosed = false
  const look = async () => {
    try {
      while (!isClosed && (await subscriptions.endDue())) await new Promise((resolve) => setImmediate(resolve))
    } catch (error) {
      log.warn('Subscriptions whose time is over could not be ended yet', { cause: describeError(error) })
    } finally {
      looking = undefined
    }
  }
  return {
    start() {
      looking = look()
      timer = setInterval(() => {
        looking ??= look()
      }, LOOK_EVERY)
      timer.unref?.()
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await looking
    },
  }
}
