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
        '`applied`; `repeated`: already received; `ignored`: changes nothing here; `unmatched`: no known account pays for it; it is stored and logged',
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
        throw new ApiError('not_configured', 'Stripe is not configured on this server', {
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
          501: { not_configured: 'Stripe is not configured' },
          503: { service_unavailable: 'Stripe could not be queried about the event' },
        },
        tags: ['Billing'],
        summary: 'Receive a Stripe event',
        description:
          'For Stripe only, which signs its requests (`Stripe-Signature`); any other request gives 400. Each event is applied once, in any order of arrival. Without Stripe: 501.',
      },
    },
  )
}
