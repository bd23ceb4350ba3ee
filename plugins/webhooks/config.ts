import { type Static, t } from 'weirjs'

/** The settings of this plugin. */
export const WebhooksConfig = t.Object({
  timeout: t.Integer({
    default: 15_000,
    minimum: 1000,
    maximum: 30_000,
    description: 'Milliseconds in which a receiver must answer',
  }),
  parallel: t.Integer({ default: 64, minimum: 1, maximum: 1000, description: 'Deliveries at once, to all receivers' }),
  perReceiver: t.Integer({ default: 4, minimum: 1, maximum: 100, description: 'Deliveries at once to one host' }),
  keepDays: t.Integer({ default: 30, minimum: 1, description: 'Days for which deliveries are listed' }),
})
export type WebhooksConfig = Static<typeof WebhooksConfig>
