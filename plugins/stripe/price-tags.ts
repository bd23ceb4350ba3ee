import { type Clock, describeError, type Log } from 'weirjs'
import type { Price } from '../billing/service.ts'
import type { StripeClient } from './client/client.ts'
import { numberOf, textOf } from './client/json.ts'

/** Milliseconds for which a price is cached, and after which a price that could not be read is requested again. */
const HOLDS = 3_600_000
const RESTS = 60_000

/** Prices, for display. */
export interface PriceTags {
  /** Null if Stripe does not tell. */
  of(id: string | undefined): Promise<Price | null>
}

export function createPriceTags({ client, clock, log }: { client: StripeClient; clock: Clock; log: Log }): PriceTags {
  const known = new Map<string, { price: Promise<Price | null>; until: number }>()
  return {
    of(id) {
      if (id === undefined) return Promise.resolve(null)
      const found = known.get(id)
      if (found && clock.now() < found.until) return found.price
      const entry = { price: read(id), until: clock.now() + HOLDS }
      known.set(id, entry)
      return entry.price

      async function read(price: string) {
        try {
          return toPrice(await client.get(`/v1/prices/${encodeURIComponent(price)}`))
        } catch (error) {
          entry.until = clock.now() + RESTS
          log.warn('The price of a plan could not be read from Stripe', { price, cause: describeError(error) })
          return null
        }
      }
    },
  }
}

/** Decimal places of a currency's smallest unit. Source: https://docs.stripe.com/currencies */
const WHOLE = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const THREE = new Set('BHD JOD KWD OMR TND'.split(' '))
const digitsOf = (currency: string) => (WHOLE.has(currency) ? 0 : THREE.has(currency) ? 3 : 2)

function toPrice({ unit_amount: amount, currency }: Record<string, unknown>): Price | null {
  const units = numberOf(amount)
  const name = textOf(currency)?.toUpperCase()
  return units === undefined || name === undefined ? null : { amount: units / 10 ** digitsOf(name), currency: name }
}
