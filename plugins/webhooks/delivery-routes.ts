import { type Kit, type PluginApp, reply } from 'weirjs'
import type { WebhooksConfig } from './config.ts'
import { Delivery, DeliveryDetails, DeliveryList, DeliveryParams, DeliveryQuery, TestBody } from './schema.ts'
import { showAttempt, showDelivery, showReceiver } from './show.ts'
import type { WebhooksState } from './state.ts'
import { endpointOf } from './tables.ts'

/** Source: decisions 2.7. */
const access = { permission: 'account' }

/** Lists deliveries, and sends them again. Source: decisions 11.5. */
export function deliveryRoutes(
  app: PluginApp,
  { store }: Kit<WebhooksConfig>,
  { deliveries, circuit, service, replay }: WebhooksState,
) {
  app.get(
    '/webhooks/deliveries',
    async ({ query: { limit = 20, ...filter }, caller }) => {
      const { page, nextCursor } = await deliveries.list(caller.account.id, { ...filter, limit })
      return { success: true as const, data: { deliveries: page.map(showDelivery), nextCursor } }
    },
    {
      access,
      query: DeliveryQuery,
      response: { 200: reply(DeliveryList) },
      detail: {
        operationId: 'listDeliveries',
        summary: 'List webhook deliveries',
        description: 'Newest first. Deliveries are kept for 30 days unless the operator sets another period.',
      },
    },
  )

  app.get(
    '/webhooks/deliveries/:deliveryId',
    async ({ params: { deliveryId }, caller }) => {
      const row = await deliveries.get(caller.account.id, deliveryId)
      const attempts = await deliveries.attempts(row.id)
      const receiver = showReceiver(await circuit.find(row.endpoint))
      const body: unknown = JSON.parse(row.body)
      return {
        success: true as const,
        data: { ...showDelivery(row), receiver, log: attempts.map(showAttempt), body } as const,
      }
    },
    {
      access,
      params: DeliveryParams,
      response: { 200: reply(DeliveryDetails) },
      detail: {
        operationId: 'getDelivery',
        summary: 'Get a webhook delivery',
        description: 'Includes the body and each attempt.',
      },
    },
  )

  app.post(
    '/webhooks/deliveries/:deliveryId/replay',
    async ({ params: { deliveryId }, caller, set }) => {
      const { id } = await deliveries.get(caller.account.id, deliveryId)
      await replay(id)
      set.status = 202
      return { success: true as const, data: showDelivery(await deliveries.get(caller.account.id, id)) }
    },
    {
      access,
      params: DeliveryParams,
      response: { 202: reply(Delivery) },
      detail: {
        operationId: 'retryDelivery',
        summary: 'Retry a webhook delivery',
        description:
          'Sends it again at once, with the same `id` and body and a full new series of attempts; also works for an accepted delivery and for one that waits for its next attempt. A disabled receiver is enabled again.',
      },
    },
  )

  app.post(
    '/webhooks/test',
    async ({ body: { url }, caller, set }) => {
      const account = caller.account.id
      const data = { message: 'This is a test of your webhook receiver.' }
      await circuit.reset(endpointOf(account, url))
      const id = await store.write((tx) => service.send(tx, { account, url, event: 'webhook.test', data }))
      set.status = 202
      return { success: true as const, data: showDelivery(await deliveries.get(account, id)) }
    },
    {
      access,
      body: TestBody,
      response: { 202: reply(Delivery) },
      beforeHandle: ({ body: { url }, caller: { account } }) =>
        service.check(url, { account: account.id, field: 'url' }),
      detail: {
        operationId: 'testWebhook',
        'x-examples': { 'A receiver of your own': { url: 'https://example.com/hooks/weir' } },
        summary: 'Send a test event',
        description:
          'Sends `webhook.test` to a receiver at once, signed like any other event, even if the receiver has failed before; see the delivery for the outcome.',
      },
    },
  )
}
