import { definePlugin } from 'weirjs'
import { paymentProviders, subscriptions } from '../billing/service.ts'
import { StripeConfig } from './config.ts'
import type { StripeProvider } from './provider.ts'
import { type Stripe, setUp } from './state.ts'
import { migrations } from './store/tables.ts'
import { listRoute } from './webhook/list-route.ts'
import { webhookRoute } from './webhook/route.ts'

/** Takes payments by Stripe, where its key is set. */
export default definePlugin({
  name: 'stripe',
  api: 1,
  tag: { name: 'Stripe', description: 'Accept payments with Stripe.' },
  permissions: [],
  config: StripeConfig,
  migrations,
  requires: [subscriptions],
  setup: setUp,
  provides: [
    paymentProviders.by(
      { name: 'stripe', order: 10, health: (provider) => (provider as StripeProvider).health() },
      (_, stripe: Stripe | undefined) => stripe?.provider,
    ),
  ],

  routes(app, kit, stripe) {
    webhookRoute(app, kit, stripe)
    listRoute(app, kit)
    return app
  },

  start(_, stripe: Stripe | undefined) {
    stripe?.sweeper.start()
    stripe?.catchUp.start()
  },
  async close(_, stripe: Stripe | undefined) {
    await stripe?.sweeper.close()
    await stripe?.catchUp.close()
  },
})
