import { ApiError, describeError, type Kit, type PluginApp, reply } from 'weirjs'
import type { BillingConfig } from '../config.ts'
import { isLive } from '../entitlement.ts'
import { MANUAL } from '../manual/manual.ts'
import { Checkout, CheckoutBody } from '../schema.ts'
import type { Order } from '../service.ts'
import type { BillingState } from '../state.ts'
import type { CheckoutRow } from '../store/tables.ts'
import { providerOf, refuseSame } from './refuse.ts'
import { returnUrl } from './return-url.ts'

/** Buying or changing a plan. Source: spec section 4.14, decisions 12.4. */
export function checkoutRoutes(app: PluginApp, kit: Kit<BillingConfig>, state: BillingState) {
  const { store, clock, log } = kit
  const { subscriptions, checkouts, providers } = state

  /** Withdraws replaced checkouts at their providers, so that nobody pays for them any more. */
  const withdraw = async (open: readonly CheckoutRow[]) => {
    for (const { provider, id } of open) {
      const service = providers().find(({ name }) => name === provider)?.service
      await service?.withdraw?.(id).catch((error: unknown) => {
        log.warn('A checkout that was replaced could not be withdrawn', { session: id, cause: describeError(error) })
      })
    }
  }

  app.post(
    '/billing/checkout',
    async ({ body, caller: { account } }) => {
      const found = await subscriptions.of(account.id)
      // A plan without a payment does not keep an account from a provider that was set up later.
      const isOutdated = found?.provider === MANUAL && providers()[0]?.name !== MANUAL
      const subscription = isOutdated ? undefined : found
      refuseSame(body, { account, subscription })
      const current = subscription && isLive(subscription) ? subscription : undefined
      const { name, service } = providerOf(providers(), current)
      const { plan, billingPeriod } = body
      if (!service.sells(plan, billingPeriod)) {
        const message = `the ${plan} plan is not sold ${billingPeriod} here; GET /v1/billing/plans lists what is`
        throw new ApiError('invalid_request', message, { parameter: 'plan', plan, billingPeriod })
      }

      const open = await checkouts.openOf(account.id)
      const same = open.find(
        (row) => row.provider === name && row.plan === plan && row.billing_period === billingPeriod,
      )
      if (same && (same.reusable_until === null || same.reusable_until > clock.now()))
        return { success: true as const, data: { checkoutUrl: same.url, sessionId: same.id, provider: name } }

      const order: Order = { account, plan, billingPeriod, current, returnUrl: () => returnUrl(kit) }
      const made = await service.checkout(order)
      let replaced: CheckoutRow[] = []
      await store.write(async (tx) => {
        await tx.lock(`checkouts of ${account.id}`)
        // Others may have been started during the request to the provider.
        replaced = await checkouts.openOf(account.id, tx)
        for (const row of replaced) await checkouts.end(tx, row.provider, row.id, { status: 'replaced' })
        await checkouts.add(tx, { ...made, provider: name, account: account.id, plan, billingPeriod })
      })
      await withdraw(replaced)
      const { checkoutUrl, sessionId } = made
      return { success: true as const, data: { checkoutUrl, sessionId, provider: name } }
    },
    {
      access: { permission: 'account' },
      body: CheckoutBody,
      response: { 200: reply(Checkout) },
      detail: {
        operationId: 'startCheckout',
        'x-failures': {
          409: { conflict: 'You already have this plan, or it cannot follow your current one' },
          501: { not_configured: 'The payment provider, or this price, is not configured' },
          502: { payment_failed: 'The payment provider refused the request' },
          503: { service_unavailable: 'The payment provider does not respond' },
        },
        'x-examples': { 'A month of pro': { plan: 'pro', billingPeriod: 'monthly' } },
        summary: 'Buy or change a plan',
        description:
          'Changes nothing yet: the plan changes when it is paid for at `checkoutUrl`, or when an administrator approves the request. An account with a subscription changes it this way, up or down, and does not pay twice. If you already have the plan and period: 409. If you repeat the request, the same checkout is returned while it is open; a request for something else replaces it.',
      },
    },
  )
}
