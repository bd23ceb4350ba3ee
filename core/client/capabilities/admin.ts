import type { Caller } from '../call.ts'
import type { Body, CallOptions, Query } from '../operations.ts'

/** Administration of users and the service. */
export function admin({ call }: Caller) {
  const of = (userId: string) => ({ path: { userId } })
  const session = (sessionId: string) => ({ path: { sessionId } })
  return {
    stats: (options?: CallOptions) => call('GET', '/v1/admin/stats', options),
    users: (query?: Query<'listUsers'>, options?: CallOptions) => call('GET', '/v1/admin/users', { ...options, query }),
    addUser: (body: Body<'addUser'>, options?: CallOptions) => call('POST', '/v1/admin/users', { ...options, body }),
    user: (id: string, options?: CallOptions) => call('GET', '/v1/admin/users/{userId}', { ...options, ...of(id) }),
    updateUser: (id: string, body: Body<'updateUser'>, options?: CallOptions) =>
      call('PUT', '/v1/admin/users/{userId}', { ...options, ...of(id), body }),
    resetPassword: (id: string, options?: CallOptions) =>
      call('POST', '/v1/admin/users/{userId}/password', { ...options, ...of(id) }),
    audit: (query?: Query<'listAuditLog'>, options?: CallOptions) =>
      call('GET', '/v1/admin/audit', { ...options, query }),
    billingRequests: (query?: Query<'listBillingRequests'>, options?: CallOptions) =>
      call('GET', '/v1/admin/billing/requests', { ...options, query }),
    approveBillingRequest: (id: string, options?: CallOptions) =>
      call('POST', '/v1/admin/billing/requests/{sessionId}/approve', { ...options, ...session(id) }),
    declineBillingRequest: (id: string, body: Body<'turnDownBillingRequest'>, options?: CallOptions) =>
      call('POST', '/v1/admin/billing/requests/{sessionId}/decline', { ...options, ...session(id), body }),
    stripeEvents: (query?: Query<'listStripeEvents'>, options?: CallOptions) =>
      call('GET', '/v1/admin/billing/stripe/events', { ...options, query }),
  }
}
