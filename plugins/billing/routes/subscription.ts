import { type Account, type Actor, ApiError, isoTime, type Kit, type PluginApp, reply } from 'weirjs'
import type { BillingConfig } from '../config.ts'
import { isLive } from '../entitlement.ts'
import { Portal, Subscription } from '../schema.ts'
import { periodOf, showCredits, showPending } from '../show.ts'
import type { BillingState } from '../state.ts'
import { providerOf } from './refuse.ts'
import { returnUrl } from './return-url.ts'

/** The caller's subscription: read, cancel, resume, and the provider's own pages. Source: spec section 4.14. */
export function subscriptionRoutes(app: PluginApp, kit: Kit<BillingConfig>, state: BillingState) {
  const { credits, accounts, clock } = kit
  const { subscriptions, checkouts, providers } = state

  const show = async (account: Account) => {
    const now = clock.now()
    const subscription = await subscriptions.of(account.id)
    const balance = await credits.balance(account.id)
    const open = await checkouts.openOf(account.id)
    const pending = open.find(({ reusable_until }) => reusable_until === null || reusable_until > now)
    const period = subscription ? periodOf(subscription, now) : { start: balance.since, end: balance.refillsAt }
    const provider = providers().find(({ name }) => name === (subscription?.provider ?? providers()[0]?.name))
    const { plan } = (await accounts.users.get(account.id)) ?? account
    return {
      plan,
      status: subscription?.status ?? ('active' as const),
      billingPeriod: subscription?.billingPeriod ?? ('monthly' as const),
      currentPeriodStart: isoTime(period.start),
      currentPeriodEnd: isoTime(period.end),
      ...showCredits(balance),
      provider: subscription?.provider ?? provider?.name ?? 'manual',
      cancelAtPeriodEnd: subscription?.cancelAtPeriodEnd ?? false,
      endsAt: isoTime(subscription ? subscriptions.endOf(subscription) : null),
      canBeCancelled: subscription !== undefined && isLive(subscription) && !subscription.cancelAtPeriodEnd,
      hasPortal: subscription !== undefined && provider?.service.portal !== undefined,
      pending: pending ? showPending(pending) : null,
    }
  }

  const setCancelled = async (account: Account, isCancelled: boolean, by: Actor) => {
    const subscription = await subscriptions.of(account.id)
    if (!subscription || !isLive(subscription))
      throw new ApiError('conflict', 'You have no renewing subscription; the plan ends by itself, or costs nothing')
    if (subscription.cancelAtPeriodEnd !== isCancelled)
      await providerOf(providers(), subscription).service.cancelAtPeriodEnd(subscription, isCancelled, by)
    return show(account)
  }

  const access = { permission: 'account' }

  app.get(
    '/billing/subscription',
    async ({ caller }) => ({ success: true as const, data: await show(caller.account) }),
    {
      access,
      response: { 200: reply(Subscription) },
      detail: {
        operationId: 'getSubscription',
        summary: 'Get your subscription',
        description:
          "Returns your plan, what you pay and until when, and this month's credits. A plan set by an administrator shows at once.",
      },
    },
  )

  app.post(
    '/billing/cancel',
    async ({ caller, actor }) => ({ success: true as const, data: await setCancelled(caller.account, true, actor()) }),
    {
      access,
      response: { 200: reply(Subscription) },
      detail: {
        operationId: 'cancelSubscription',
        'x-failures': { 409: { conflict: 'There is no renewing subscription' } },
        summary: 'Cancel your subscription',
        description:
          'Ends the subscription with the paid period. Until then the plan stays, and `POST /v1/billing/resume` undoes the cancellation. Without a subscription: 409.',
      },
    },
  )

  app.post(
    '/billing/resume',
    async ({ caller, actor }) => ({ success: true as const, data: await setCancelled(caller.account, false, actor()) }),
    {
      access,
      response: { 200: reply(Subscription) },
      detail: {
        operationId: 'resumeSubscription',
        'x-failures': { 409: { conflict: 'There is no cancelled subscription to resume' } },
        summary: 'Resume your subscription',
        description:
          'Undoes a cancellation, as long as the subscription has not ended. An ended subscription gives 409.',
      },
    },
  )

  app.post(
    '/billing/portal',
    async ({ caller }) => {
      const subscription = await subscriptions.of(caller.account.id)
      const { name, service } = providerOf(providers(), subscription)
      if (!service.portal) {
        const message = `The payment provider ${name} has no pages of its own; ask the operator about invoices`
        throw new ApiError('not_configured', message, { provider: name })
      }
      const url = await service.portal(caller.account, returnUrl(kit))
      return { success: true as const, data: { url } }
    },
    {
      // The URL signs in whoever opens it, so the answer is not stored.
      access: { ...access, idempotent: false },
      response: { 200: reply(Portal) },
      detail: {
        operationId: 'openBillingPortal',
        'x-failures': {
          409: { conflict: 'Nothing has been paid yet' },
          501: { not_configured: 'The payment provider has no such pages, or is not configured' },
          502: { payment_failed: 'The payment provider refused the request' },
          503: { service_unavailable: 'The payment provider does not respond' },
        },
        summary: 'Open the billing portal',
        description:
          'Returns a URL, valid for some minutes, where you see your invoices and change your payment method. If the provider has no such pages: 501 `not_configured`.',
      },
    },
  )
}
