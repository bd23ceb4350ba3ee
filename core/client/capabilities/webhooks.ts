import type { Caller } from '../call.ts'
import type { Body, CallOptions, Query } from '../operations.ts'

/** Events sent to receivers, and the secret that signs them. */
export function webhooks({ call }: Caller) {
  const of = (deliveryId: string) => ({ path: { deliveryId } })
  return {
    deliveries: (query?: Query<'listDeliveries'>, options?: CallOptions) =>
      call('GET', '/v1/webhooks/deliveries', { ...options, query }),
    delivery: (id: string, options?: CallOptions) =>
      call('GET', '/v1/webhooks/deliveries/{deliveryId}', { ...options, ...of(id) }),
    replay: (id: string, options?: CallOptions) =>
      call('POST', '/v1/webhooks/deliveries/{deliveryId}/replay', { ...options, ...of(id) }),
    test: (body: Body<'testWebhook'>, options?: CallOptions) => call('POST', '/v1/webhooks/test', { ...options, body }),
    secret: (options?: CallOptions) => call('GET', '/v1/webhooks/secret', options),
    rotateSecret: (options?: CallOptions) => call('POST', '/v1/webhooks/secret/rotate', options),
  }
}
