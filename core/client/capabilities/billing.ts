import type { Caller } from '../call.ts'
import type { Body, CallOptions } from '../operations.ts'

/** Plans, and what is paid for. */
export function billing({ call }: Caller) {
  return {
    plans: (options?: CallOptions) => call('GET', '/v1/billing/plans', options),
    subscription: (options?: CallOptions) => call('GET', '/v1/billing/subscription', options),
    checkout: (body: Body<'startCheckout'>, options?: CallOptions) =>
      call('POST', '/v1/billing/checkout', { ...options, body }),
    /** Ends the subscription with its period. */
    cancel: (options?: CallOptions) => call('POST', '/v1/billing/cancel', options),
    /** Takes that back. */
    resume: (options?: CallOptions) => call('POST', '/v1/billing/resume', options),
    /** The page of the payment provider where a customer sees to it. */
    portal: (options?: CallOptions) => call('POST', '/v1/billing/portal', options),
  }
}
