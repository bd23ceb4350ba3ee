import { type Account, ApiError, type Provider } from 'weirjs'
import type { PaymentProvider, Subscription } from '../service.ts'

/** Whether there is something at the provider that goes on: a second one beside it would be paid for twice. */
export const isLive = ({ status }: Subscription) => status === 'active' || status === 'past_due'

/** The provider that a subscription is with, or where there is none the one for what is new. */
export function providerOf(
  providers: readonly Provider<PaymentProvider>[],
  subscription: Subscription | undefined,
): Provider<PaymentProvider> {
  const found = subscription ? providers.find(({ name }) => name === subscription.provider) : providers[0]
  if (found) return found
  const message = `Your subscription is with ${subscription?.provider}, which is not set up any more; ask the operator`
  throw new ApiError('not_configured', message, { provider: subscription?.provider })
}

/** Throws 409 where an account would buy what it has. */
export function refuseSame(
  { plan, billingPeriod }: Pick<Subscription, 'plan' | 'billingPeriod'>,
  { account, subscription }: { account: Account; subscription: Subscription | undefined },
) {
  const refuse = (message: string, remedy?: string) => {
    throw new ApiError('conflict', message, { parameter: 'plan', plan, ...(remedy && { remedy }) })
  }
  if (!subscription || !isLive(subscription)) {
    if (account.plan === plan && subscription?.status !== 'cancelled') refuse(`You are on plan ${plan} already`)
    return
  }
  if (subscription.plan !== plan || subscription.billingPeriod !== billingPeriod) return
  // What nobody charges for gives way to what an administrator set besides.
  if (subscription.paidUntil === null && account.plan !== plan) return
  if (subscription.status === 'past_due')
    refuse(`You have plan ${plan} already, and a payment for it failed`, 'POST /v1/billing/portal')
  if (subscription.cancelAtPeriodEnd)
    refuse(`You have plan ${plan} already; it is cancelled, and can go on`, 'POST /v1/billing/resume')
  refuse(`You are on plan ${plan} already`)
}
