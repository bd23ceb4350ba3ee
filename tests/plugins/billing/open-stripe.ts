import { DAY, openBilling, START } from './open.ts'
import { type RemoteSubscription, type StripeEvent, type StripePeer, startStripe } from './stripe-peer.ts'

export const PRICES = 'starter:monthly=price_starter,pro:monthly=price_pro,pro:yearly=price_pro_year'
export const MONTH_END = '2026-02-15T10:00:00.000Z'
const HEADER = 'stripe-signature'
/** The billing of an account, as its profile shows it. */
export const FULL = { plan: 'pro', monthly: 50_000, used: 0, remaining: 50_000 }
export const FREE = { plan: 'free', monthly: 500, used: 0, remaining: 500 }

export const stripeSettings = ({ url, key, secret }: StripePeer) => ({
  WEIR_PUBLIC_URL: 'https://weir.example',
  WEIR_STRIPE_URL: url,
  WEIR_STRIPE_SECRET_KEY: key,
  WEIR_STRIPE_WEBHOOK_SECRET: secret,
  WEIR_STRIPE_PRICES: PRICES,
})

/** A Weir with a simulated Stripe, and the actions of customers and Stripe. */
export async function openStripe({
  old = false,
  settings = {},
}: {
  old?: boolean
  settings?: Record<string, string>
} = {}) {
  const stripe = startStripe({ old })
  const weir = await openBilling({ ...stripeSettings(stripe), ...settings })

  const deliverRaw = (payload: string, header: string | null) =>
    weir.post('/v1/billing/webhooks/stripe', undefined, {
      key: null,
      raw: payload,
      headers: header === null ? {} : { [HEADER]: header },
    })
  const deliver = async (event: StripeEvent): Promise<string> => {
    const { status, body } = await deliverRaw(event.payload, event.sign(weir.clock.now()))
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body.data.outcome
  }
  /** A user who has paid for a plan, before any event. */
  const paid = async ({
    plan = 'pro',
    billingPeriod = 'monthly',
    user = weir.user('free'),
    at = START,
    end = MONTH_END,
  } = {}) => {
    const { id, key } = await user
    const { status, body } = await weir.checkout(key, plan, billingPeriod)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    const remote = stripe.pay(body.data.sessionId, { at, end })
    return { id, key, sessionId: body.data.sessionId as string, remote }
  }
  return {
    ...weir,
    stripe,
    deliver,
    deliverRaw,
    paid,
    /** The same, after the events. */
    async subscribed(options?: Parameters<typeof paid>[0]) {
      const made = await paid(options)
      await deliver(stripe.sessionEvent(made.sessionId, weir.clock.now()))
      return made
    },
    async [Symbol.asyncDispose]() {
      await weir.close()
      stripe.stop()
    },
  }
}
export type WithStripe = Awaited<ReturnType<typeof openStripe>>

/** Begins the next period with an unpaid invoice. */
export function renew(remote: RemoteSubscription) {
  const [start, end] = [remote.end, remote.end + (30 * DAY) / 1000]
  Object.assign(remote, { start, end, invoice: { id: `${remote.invoice.id}_next`, status: 'open' } })
}
