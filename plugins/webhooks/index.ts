import { definePlugin } from 'weirjs'
import { WebhooksConfig } from './config.ts'
import { TOPIC } from './delivery/consumer.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { secretRoutes } from './secret-routes.ts'
import { jobWebhookForms, webhooks } from './service.ts'
import { setUp, type WebhooksState } from './state.ts'
import { migrations } from './tables.ts'

/** Notifies receivers of events: signed, logged, and repeated until they are accepted. */
export default definePlugin({
  name: 'webhooks',
  api: 1,
  tag: {
    name: 'Webhooks',
    description:
      'Tells your receivers what happened, such as that a job has ended: signed, at least once, tried again for a day.',
    order: 95,
  },
  permissions: [],
  config: WebhooksConfig,
  migrations,
  wants: [jobWebhookForms],
  setup: setUp,
  provides: [webhooks.by((_, { service }: WebhooksState) => service)],

  routes(app, kit, state) {
    deliveryRoutes(app, kit, state)
    secretRoutes(app, state)
    return app
  },

  start({ outbox }, { consumer, sweeper }) {
    outbox.consume(TOPIC, consumer)
    sweeper.start()
  },
  close: (_, { sweeper }) => sweeper.close(),
})
