import type { Caller } from '../call.ts'
import type { Body, CallOptions } from '../operations.ts'

/** Plans and payment. */
export function billing({ call }: Caller) {
  return {
    plans: (options?: CallOptions) => call('GET', '/v1/billing/plans', options),
    subscription: (options?: CallOptions) => call('GET', '/v1/billing/subscription', options),
    checkout: (body: Body<'startCheckout'>, options?: CallOptions) =>
      call('POST', '/v1/billing/checkout', { ...options, body }),
    /** Cancels the subscription at the end of its period. */
    cancel: (options?: CallOptions) => call('POST', '/v1/billing/cancel', options),
    /** Withdraws the cancellation. */
    resume: (options?: CallOptions) => call('POST', '/v1/billing/resume', options),
    /** The payment provider's page where customers manage their subscription. */
    portal: (options?: CallOptions) => call('POST', '/v1/billing/portal', options),
  }
}
