import { ApiError, type Kit, type PluginApp, reply, t } from 'weirjs'
import type { Stripe } from '../state.ts'
import { readEvent } from './event.ts'
import { checkSignature } from './signature.ts'

/** Maximum bytes of an event. */
const MAX_EVENT = 512 * 1024

const Received = t.Object(
  {
    received: t.Literal(true),
    outcome: t.String({
      description:
        '`applied`; `repeated`: it was here before; `ignored`: it changes nothing here; `unmatched`: nobody here is known to pay for it, it is kept and stands in the log',
    }),
  },
  { title: 'StripeEventReceipt' },
)

/** Receives Stripe's events. Source: decisions 12.4. */
export function webhookRoute(app: PluginApp, { clock }: Pick<Kit, 'clock'>, stripe: Stripe | undefined) {
  app.post(
    '/billing/webhooks/stripe',
    async ({ rawBody, request }) => {
      if (!stripe)
        throw new ApiError('not_configured', 'Stripe is not set up on this server', {
          setting: 'WEIR_STRIPE_SECRET_KEY',
        })
      const header = request.headers.get('stripe-signature')
      checkSignature(header, rawBody, { secret: stripe.webhookSecret, now: clock.now() })
      const event = readEvent(rawBody)
      const outcome = event ? await stripe.sync.event(event) : 'ignored'
      return { success: true as const, data: { received: true as const, outcome } }
    },
    {
      access: { as: 'anyone', rawBody: { max: MAX_EVENT } },
      response: { 200: reply(Received) },
      detail: {
        operationId: 'receiveStripeEvent',
        'x-failures': {
          501: { not_configured: 'Stripe is not set up' },
          503: { service_unavailable: 'Stripe could not be asked about the event' },
        },
        tags: ['Billing'],
        summary: 'Take an event of Stripe',
        description:
          'For Stripe alone, which signs what it sends (`Stripe-Signature`); anything else is 400. Each event is applied once, in whatever order they come. Without Stripe: 501.',
      },
    },
  )
}
