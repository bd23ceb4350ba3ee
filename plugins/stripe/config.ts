import { httpUrl, type Static, t } from 'weirjs'

/** The settings of this plugin. */
export const StripeConfig = t.Object({
  secretKey: t.Optional(
    t.String({
      env: 'WEIR_STRIPE_SECRET_KEY',
      pattern: '^[\\x21-\\x7e]+\\s*$',
      maxLength: 500,
      secret: true,
      description: 'The secret key of a Stripe account, or a restricted key; without it Stripe is not used',
    }),
  ),
  webhookSecret: t.Optional(
    t.String({
      env: 'WEIR_STRIPE_WEBHOOK_SECRET',
      // Blanks alone would be no secret: anybody can sign with nothing.
      pattern: '\\S',
      maxLength: 500,
      secret: true,
      description: 'The signing secret (whsec_…) of the webhook endpoint /v1/billing/webhooks/stripe',
    }),
  ),
  prices: t.Optional(
    t.String({
      env: 'WEIR_STRIPE_PRICES',
      maxLength: 10_000,
      description: 'The price of each plan: pro:monthly=price_1,pro:yearly=price_2',
    }),
  ),
  url: httpUrl({
    env: 'WEIR_STRIPE_URL',
    default: 'https://api.stripe.com',
    description: 'Base URL of the Stripe API',
  }),
})
export type StripeConfig = Static<typeof StripeConfig>
