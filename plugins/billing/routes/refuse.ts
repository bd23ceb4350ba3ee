import { type Account, ApiError, type Provider } from 'weirjs'
import { isLive } from '../entitlement.ts'
import type { PaymentProvider, Subscription } from '../service.ts'

/** The provider of a subscription or, without one, the provider for new ones. Throws 501 if it is not set up. */
export function providerOf(
  providers: readonly Provider<PaymentProvider>[],
  subscription: Subscription | undefined,
): Provider<PaymentProvider> {
  const found = subscription ? providers.find(({ name }) => name === subscription.provider) : providers[0]
  if (found) return found
  const message = `Your subscription is with ${subscription?.provider}, which is no longer configured; ask the operator`
  throw new ApiError('not_configured', message, { provider: subscription?.provider })
}

/** Throws 409 if the account has the plan and period already. */
export function refuseSame(
  { plan, billingPeriod }: Pick<Subscription, 'plan' | 'billingPeriod'>,
  { account, subscription }: { account: Account; subscription: Subscription | undefined },
) {
  const refuse = (message: string, remedy?: string) => {
    throw new ApiError('conflict', message, { parameter: 'plan', plan, ...(remedy && { remedy }) })
  }
  if (!subscription || !isLive(subscription)) {
    if (account.plan === plan && subscription?.status !== 'cancelled') refuse(`You are already on the ${plan} plan`)
    return
  }
  if (subscription.plan !== plan || subscription.billingPeriod !== billingPeriod) return
  // A plan without a payment may be replaced by the one that an administrator has set since.
  if (subscription.paidUntil === null && account.plan !== plan) return
  if (subscription.status === 'past_due')
    refuse(`You already have the ${plan} plan, and a payment for it failed`, 'POST /v1/billing/portal')
  if (subscription.cancelAtPeriodEnd)
    refuse(`You already have the ${plan} plan; it is cancelled, and can be resumed`, 'POST /v1/billing/resume')
  refuse(`You are already on the ${plan} plan`)
}
