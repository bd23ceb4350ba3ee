import { type JsonObject, objectOf } from 'weirjs'
import { idOf, textOf, timeOf } from '../client/json.ts'

/** A payment that a customer has disputed through their bank. */
export interface Dispute {
  customer: string | undefined
  /** When the charge was made. */
  charge: number
  /** Whether the money was taken back, even temporarily. Null: the bank only inquires, and has taken nothing. */
  isTaken: boolean | null
}

/**
 * A dispute as Stripe has it, with its charge.
 * Source: https://docs.stripe.com/api/disputes/object#dispute_object-status
 */
export function readDispute({ status, charge }: JsonObject): Dispute {
  const { customer, created } = objectOf(charge)
  const said = textOf(status) ?? ''
  const asksOnly = said.startsWith('warning_') || said === 'prevented'
  return { customer: idOf(customer), charge: timeOf(created) ?? 0, isTaken: asksOnly ? null : said !== 'won' }
}
