import { type Clock, describeError, type Log } from 'weirjs'
import type { Price } from '../billing/service.ts'
import type { StripeClient } from './client/client.ts'
import { numberOf, textOf } from './client/json.ts'

/** Milliseconds for which a price holds, and for which one that could not be read is not asked for again. */
const HOLDS = 3_600_000
const RESTS = 60_000

/** What prices are, for people to read. */
export interface PriceTags {
  /** Null where Stripe does not say. */
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

/** Digits after the point of what Stripe counts in. Source: https://docs.stripe.com/currencies */
const WHOLE = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const THREE = new Set('BHD JOD KWD OMR TND'.split(' '))
const digitsOf = (currency: string) => (WHOLE.has(currency) ? 0 : THREE.has(currency) ? 3 : 2)

function toPrice({ unit_amount: amount, currency }: Record<string, unknown>): Price | null {
  const units = numberOf(amount)
  const name = textOf(currency)?.toUpperCase()
  return units === undefined || name === undefined ? null : { amount: units / 10 ** digitsOf(name), currency: name }
}
