import { definePlugin } from 'weirjs'
import { billingCommand } from './command.ts'
import { BillingConfig } from './config.ts'
import { approveWhatWasSet } from './manual/approve-what-was-set.ts'
import { checkoutRoutes } from './routes/checkout.ts'
import { planRoutes } from './routes/plans.ts'
import { requestRoutes } from './routes/requests.ts'
import { subscriptionRoutes } from './routes/subscription.ts'
import { paymentProviders, subscriptions } from './service.ts'
import { type BillingState, MANUAL, setUp } from './state.ts'
import { migrations } from './store/tables.ts'

/** What accounts pay for: plans, subscriptions, and who takes the payments. */
export default definePlugin({
  name: 'billing',
  api: 1,
  tag: { name: 'Billing', description: 'Plans, and what you pay for.', order: 910 },
  permissions: [],
  config: BillingConfig,
  migrations,
  wants: [paymentProviders],
  setup: setUp,
  commands: [billingCommand],
  provides: [
    subscriptions.by((_, { service }: BillingState) => service),
    // Whoever else takes payments goes before it.
    paymentProviders.by({ name: MANUAL, order: 1000 }, (_, { manual }: BillingState) => manual.provider),
  ],

  routes(app, kit, state) {
    subscriptionRoutes(app, kit, state)
    checkoutRoutes(app, kit, state)
    planRoutes(app, kit, state)
    requestRoutes(app, kit, state)
    return app
  },

  start(kit, state: BillingState) {
    state.ends.start()
    approveWhatWasSet(kit, state)
  },
  close: (_, { ends }) => ends.close(),
})
