import { definePlugin } from 'weirjs'
import { billingCommand } from './command.ts'
import { BillingConfig } from './config.ts'
import { approveOnPlanChange } from './manual/approve-on-plan-change.ts'
import { MANUAL } from './manual/manual.ts'
import { checkoutRoutes } from './routes/checkout.ts'
import { planRoutes } from './routes/plans.ts'
import { requestRoutes } from './routes/requests.ts'
import { subscriptionRoutes } from './routes/subscription.ts'
import { paymentProviders, subscriptions } from './service.ts'
import { type BillingState, setUp } from './state.ts'
import { migrations } from './store/tables.ts'

/** Plans, subscriptions, and payment providers. */
export default definePlugin({
  name: 'billing',
  api: 1,
  tag: { name: 'Billing', description: 'Plans and payments.', order: 910 },
  permissions: [],
  config: BillingConfig,
  migrations,
  wants: [paymentProviders],
  setup: setUp,
  commands: [billingCommand],
  provides: [
    subscriptions.by((_, { service }: BillingState) => service),
    // Any other payment provider comes first.
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
    approveOnPlanChange(kit, state)
  },
  close: (_, { ends }) => ends.close(),
})
