import { ApiError, type Consumer, createSweeper, isApiError, type Kit, type Sweeper, type Tx } from 'weirjs'
import type { WebhooksConfig } from './config.ts'
import { bodyOf } from './delivery/body.ts'
import { Circuit } from './delivery/circuit.ts'
import { createConsumer, type Payload, TOPIC } from './delivery/consumer.ts'
import { Deliveries } from './delivery/deliveries.ts'
import { sealForm } from './delivery/own-form.ts'
import type { WebhookEvent, WebhookField, Webhooks } from './service.ts'
import { AccountSecrets } from './signing/secrets.ts'
import { endpointOf } from './tables.ts'

const DAY = 24 * 3600_000
/** Old deliveries that are deleted in one transaction, so that others do not wait long. */
const AT_ONCE = 200

export interface WebhooksState {
  service: Webhooks
  deliveries: Deliveries
  circuit: Circuit
  secrets: AccountSecrets
  consumer: Consumer<Payload>
  sweeper: Sweeper
  /** Sends a delivery again, with all its attempts. */
  replay(id: string): Promise<void>
}

export function setUp(kit: Kit<WebhooksConfig>): WebhooksState {
  const { store, outbox, clock, config, log } = kit
  const deliveries = new Deliveries(kit)
  const circuit = new Circuit(kit)
  const secrets = new AccountSecrets(kit)
  const put = (tx: Tx, payload: Payload) =>
    outbox.put(tx, TOPIC, payload, { receiver: new URL(payload.url).host, account: payload.account })

  return {
    deliveries,
    circuit,
    secrets,
    consumer: createConsumer({ ...kit, deliveries, circuit, secrets }),
    sweeper: createSweeper({
      what: 'Old webhooks',
      sweep: async () => (await deliveries.sweep(clock.now() - config.keepDays * DAY, AT_ONCE)) === AT_ONCE,
      first: 120_000,
      every: 3600_000,
      leases: kit.leases,
      log,
    }),

    service: {
      async check(url, field) {
        await kit.checkAddress(url).catch((error: unknown) => {
          throw refused(error, field)
        })
        await circuit.enable(endpointOf(field.account, url))
      },
      async send(tx, { account, url, event, data, form }: WebhookEvent) {
        const id = await put(tx, { account, url, event })
        const createdAt = clock.now()
        await deliveries.add(tx, {
          id,
          account,
          url,
          event,
          job: null,
          body: form?.body(id) ?? bodyOf({ id, event, createdAt, data }),
          form: sealForm(kit, id, form),
          createdAt,
        })
        return id
      },
    },

    async replay(id) {
      const row = await deliveries.find(id)
      if (!row) return
      const { account, url, event, endpoint } = row
      await circuit.reset(endpoint)
      await store.write(async (tx) => deliveries.hand(tx, id, await put(tx, { account, url, event, delivery: id })))
    },
  }
}

/** The refusal of an address, reworded for the parameter. */
function refused(error: unknown, { field, code = 'invalid_request' }: WebhookField): unknown {
  if (!isApiError(error)) return error
  const message = `${field} cannot be used: ${error.message}`
  return new ApiError(code, message, { ...error.details, parameter: field }, { status: 400, cause: error })
}
