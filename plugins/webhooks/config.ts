import { type Static, t } from 'weirjs'

/** The settings of this plugin. */
export const WebhooksConfig = t.Object({
  timeout: t.Integer({
    default: 15_000,
    minimum: 1000,
    maximum: 30_000,
    description: 'Milliseconds in which a receiver must respond',
  }),
  parallel: t.Integer({
    default: 64,
    minimum: 1,
    maximum: 1000,
    description: 'Maximum number of concurrent deliveries; one account has at most half of them',
  }),
  perReceiver: t.Integer({
    default: 4,
    minimum: 1,
    maximum: 100,
    description: 'Maximum number of concurrent deliveries to one host',
  }),
  keepDays: t.Integer({ default: 30, minimum: 1, description: 'Number of days for which deliveries are listed' }),
})
export type WebhooksConfig = Static<typeof WebhooksConfig>
