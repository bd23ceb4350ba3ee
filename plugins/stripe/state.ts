import { createSweeper, describeError, type Kit, type Sweeper } from 'weirjs'
import { type Subscriptions, subscriptions } from '../billing/service.ts'
import { createStripeClient } from './client/client.ts'
import type { StripeConfig } from './config.ts'
import { createPriceTags } from './price-tags.ts'
import { parsePrices } from './prices.ts'
import { createProvider, type StripeProvider } from './provider.ts'
import { dropEvents } from './store/tables.ts'
import { createSync, type Sync } from './subscription/sync.ts'

const HOUR = 3_600_000
/** Stripe retries an event for three days, and people can resend it for a month. */
const KEPT = 90 * 24 * HOUR
const AT_ONCE = 500
/** Milliseconds after the end of a period without news of the next one. */
const SILENCE = 6 * HOUR
const ASKED_AT_ONCE = 100

/** The state of the plugin, if Stripe is set up. */
export interface Stripe {
  webhookSecret: string
  sync: Sync
  provider: StripeProvider
  sweeper: Sweeper
  /** Reads subscriptions without recent events from Stripe, for example after this server was down for days. */
  catchUp: Sweeper
}

/** Undefined without a key. Throws an Error with one line for an invalid setting. */
export function setUp(kit: Kit<StripeConfig>): Stripe | undefined {
  const { config, clock, log, store } = kit
  const prices = parsePrices(config.prices ?? '')
  const { secretKey, webhookSecret, url } = config
  if (secretKey === undefined) {
    for (const [name, value] of [
      ['WEIR_STRIPE_WEBHOOK_SECRET', webhookSecret],
      ['WEIR_STRIPE_PRICES', config.prices],
    ])
      if (value !== undefined) log.warn(`${name} does nothing without WEIR_STRIPE_SECRET_KEY: Stripe is not used`)
    return undefined
  }
  if (webhookSecret === undefined)
    throw new Error('WEIR_STRIPE_WEBHOOK_SECRET is missing, without which a payment would change no plan')
  if (prices.ids.length === 0)
    throw new Error('WEIR_STRIPE_PRICES is missing, without which there is nothing to buy: pro:monthly=price_1')
  const client = createStripeClient({ url, secretKey, fetch: kit.operatorFetch(url) })
  const sync = createSync(kit, { client, prices })
  const priceTags = createPriceTags({ client, clock, log })
  return {
    // A secret that was read from a file may end with a line break.
    webhookSecret: webhookSecret.trim(),
    sync,
    provider: createProvider(kit, { client, prices, priceTags, sync }),
    sweeper: createSweeper({
      what: 'Old events of Stripe',
      sweep: () =>
        store.write(async (tx) => (await tx.run(dropEvents, clock.now() - KEPT, AT_ONCE)) === AT_ONCE, {
          durable: false,
          reserved: true,
        }),
      first: 10 * 60_000,
      every: HOUR,
      leases: kit.leases,
      log,
    }),
    catchUp: createSweeper({
      what: 'Subscriptions of which nothing was heard',
      sweep: async (isClosed) => {
        const service: Subscriptions = kit.use(subscriptions)
        for (const { reference } of await service.overdue('stripe', clock.now() - SILENCE, ASKED_AT_ONCE)) {
          if (isClosed()) break
          await sync.subscription(reference).catch((error: unknown) => {
            log.warn('A subscription could not be read from Stripe', { reference, cause: describeError(error) })
          })
        }
        // Subscriptions that have not changed are read again in an hour.
        return false
      },
      first: 2000,
      every: HOUR,
      leases: kit.leases,
      log,
    }),
  }
}
