import { definePlugin } from 'weirjs'
import { WebhooksConfig } from './config.ts'
import { TOPIC } from './delivery/consumer.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { secretRoutes } from './secret-routes.ts'
import { jobWebhookForms, webhooks } from './service.ts'
import { setUp, type WebhooksState } from './state.ts'
import { migrations } from './tables.ts'

/** The webhooks plugin: sends signed and logged events, until their receivers accept them. */
export default definePlugin({
  name: 'webhooks',
  api: 1,
  tag: {
    name: 'Webhooks',
    description:
      'Notify your receivers of events, such as the end of a job: signed, at least once, retried for one day.',
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
