import { ApiError, isApiError, type Kit, objectOf, type Ready } from 'weirjs'
import type { Checkout, Order, PaymentProvider } from '../billing/service.ts'
import type { StripeClient } from './client/client.ts'
import { isMissing, unreachable } from './client/failure.ts'
import { textOf, timeOf } from './client/json.ts'
import type { PriceTags } from './price-tags.ts'
import type { Prices } from './prices.ts'
import { customerOf } from './store/tables.ts'
import { itemIdOf } from './subscription/read-subscription.ts'
import type { Sync } from './subscription/sync.ts'
import { METADATA } from './webhook/event.ts'

/** Milliseconds before its end from which on a session is not handed out again. */
const LAST = 10 * 60_000
const MAX_LIFE = 23 * 3_600_000

interface Parts {
  client: StripeClient
  prices: Prices
  priceTags: PriceTags
  sync: Sync
}

export interface StripeProvider extends PaymentProvider {
  /** Whether Stripe accepts the key, and knows the prices. */
  health(): Promise<Ready>
}

/** The payment provider for Stripe's checkout and customer portal. */
export function createProvider(
  { store, clock }: Pick<Kit, 'store' | 'clock'>,
  { client, prices, priceTags, sync }: Parts,
): StripeProvider {
  const customer = async (account: string) => (await store.get(customerOf, account))?.customer

  const buy = async ({ account, plan, billingPeriod, returnUrl }: Order): Promise<Checkout> => {
    const known = await customer(account.id)
    const metadata = {
      [METADATA.account]: account.id,
      [METADATA.plan]: plan,
      [METADATA.billingPeriod]: billingPeriod,
    }
    const back = returnUrl()
    const open = (customer: string | undefined) =>
      client.post('/v1/checkout/sessions', {
        mode: 'subscription',
        line_items: [{ price: prices.idOf(plan, billingPeriod), quantity: 1 }],
        success_url: withQuery(back, 'checkout=done&session_id={CHECKOUT_SESSION_ID}'),
        cancel_url: withQuery(back, 'checkout=cancelled'),
        client_reference_id: account.id,
        ...(customer === undefined ? { customer_email: account.email } : { customer }),
        metadata,
        subscription_data: { metadata },
        allow_promotion_codes: true,
      })
    const session = await open(known).catch((error: unknown) => {
      if (!isMissing(error, 'customer')) throw error
      return open(undefined)
    })
    const ends = timeOf(session.expires_at) ?? clock.now() + MAX_LIFE
    return { ...sessionOf(session), reusableUntil: ends - LAST }
  }

  /** The customer confirms the new price in the portal. A second subscription would be charged in addition. */
  const change = async ({ plan, billingPeriod, current, returnUrl }: Order): Promise<Checkout> => {
    const { reference, status, cancelAtPeriodEnd, account } = current!
    const refuse = (message: string, remedy: string) => {
      throw new ApiError('conflict', message, { parameter: 'plan', remedy })
    }
    if (status === 'past_due') refuse('A payment failed; pay it before you change your plan', 'POST /v1/billing/portal')
    if (cancelAtPeriodEnd) refuse('Your subscription is cancelled; resume it first', 'POST /v1/billing/resume')
    const remote = await client.get(`/v1/subscriptions/${encodeURIComponent(reference)}`)
    const back = returnUrl()
    const item = { id: itemIdOf(remote, prices), price: prices.idOf(plan, billingPeriod), quantity: 1 }
    const session = await client.post('/v1/billing_portal/sessions', {
      customer: await customer(account),
      return_url: back,
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: { subscription: reference, items: [item] },
        after_completion: { type: 'redirect', redirect: { return_url: withQuery(back, 'checkout=done') } },
      },
    })
    // The URL is valid for minutes only.
    return { ...sessionOf(session), reusableUntil: clock.now() }
  }

  return {
    sells: (plan, billingPeriod) => prices.idOf(plan, billingPeriod) !== undefined,
    price: (plan, billingPeriod) => priceTags.of(prices.idOf(plan, billingPeriod)),
    async health() {
      try {
        await Promise.all(prices.ids.map((id) => client.get(`/v1/prices/${encodeURIComponent(id)}`)))
        return { ready: true, detail: `${prices.ids.length} prices` }
      } catch (error) {
        if (!isApiError(error)) throw error
        const setting = error.details.setting ?? (error.code === 'payment_failed' ? 'WEIR_STRIPE_PRICES' : undefined)
        const remedy = setting === undefined ? 'Check whether Stripe can be reached from here' : `Look at ${setting}`
        return { ready: false, reason: error.message, remedy }
      }
    },
    async checkout(order) {
      if (!order.current) return buy(order)
      try {
        return await change(order)
      } catch (error) {
        if (!isMissing(error)) throw error
        await sync.subscription(order.current.reference)
        return buy(order)
      }
    },
    async withdraw(sessionId) {
      if (sessionId.startsWith('cs_'))
        await client.post(`/v1/checkout/sessions/${encodeURIComponent(sessionId)}/expire`, {})
    },
    async portal({ id }, returnUrl) {
      const nothing = () =>
        new ApiError('conflict', 'You have not paid anything yet, so there is nothing to show', {
          remedy: 'POST /v1/billing/checkout',
        })
      const known = await customer(id)
      if (known === undefined) throw nothing()
      const fields = { customer: known, return_url: returnUrl }
      const session = await client.post('/v1/billing_portal/sessions', fields).catch((error: unknown) => {
        throw isMissing(error, 'customer') ? nothing() : error
      })
      return sessionOf(session).checkoutUrl
    },
    async cancelAtPeriodEnd({ reference }, isCancelled, by) {
      const path = `/v1/subscriptions/${encodeURIComponent(reference)}`
      try {
        const remote = isCancelled ? {} : await client.get(path)
        // A cancellation by date, made in Stripe's own pages, must be removed separately.
        const byDate = remote.cancel_at_period_end !== true && timeOf(remote.cancel_at) !== undefined
        await client.post(path, byDate ? { cancel_at: '' } : { cancel_at_period_end: isCancelled })
      } catch (error) {
        // A subscription that no longer exists is as good as cancelled.
        if (!isMissing(error)) throw error
        await sync.subscription(reference, by)
        if (!isCancelled) throw error
        return
      }
      await sync.subscription(reference, by)
    },
  }
}

function sessionOf(answer: object): { sessionId: string; checkoutUrl: string } {
  const { id, url } = objectOf(answer)
  const [sessionId, checkoutUrl] = [textOf(id), textOf(url)]
  if (sessionId === undefined || checkoutUrl === undefined || !/^https?:\/\//.test(checkoutUrl))
    throw unreachable(new Error('Stripe returned no URL to pay at'))
  return { sessionId, checkoutUrl }
}

/** Without encoding, as Stripe looks for the braces. */
function withQuery(address: string, query: string): string {
  const [base = '', ...fragment] = address.split('#')
  return [`${base}${base.includes('?') ? '&' : '?'}${query}`, ...fragment].join('#')
}
