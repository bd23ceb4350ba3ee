import type { Kit } from 'weirjs'
import type { Subscriptions } from '../../billing/service.ts'
import { idOf } from '../client/json.ts'
import { accountOf } from '../store/tables.ts'
import { accountIn, type StripeEvent } from '../webhook/event.ts'
import type { Reading } from './remote.ts'

/** Finds the account and the subscription of an event. */
export interface Owners {
  /** The account: from the metadata of the purchase, otherwise as it was linked before. */
  ownerOf(reading: Reading | undefined, event: StripeEvent | undefined): Promise<string | undefined>
  /** The subscription of an event. A charge does not name one. */
  subscriptionOf(event: StripeEvent): Promise<string | undefined>
}

export function createOwners({ store, accounts }: Pick<Kit, 'store' | 'accounts'>, billing: Subscriptions): Owners {
  const linkedTo = async (customer: string | undefined) =>
    customer === undefined ? undefined : (await store.get(accountOf, customer))?.account

  return {
    async ownerOf(reading, event) {
      const linked = await linkedTo(idOf(reading?.remote?.customer) ?? event?.customer)
      const known = reading && (await billing.find('stripe', reading.id))?.account
      for (const account of [accountIn(reading?.remote?.metadata), event?.account, known, linked])
        if (account !== undefined && (await accounts.users.get(account))) return account
      return undefined
    },

    async subscriptionOf({ subscription, customer, refundedCharge, dispute }) {
      if (subscription !== undefined) return subscription
      if (refundedCharge === undefined && dispute === undefined) return undefined
      const account = await linkedTo(customer)
      const found = account === undefined ? undefined : await billing.of(account)
      return found?.provider === 'stripe' ? found.reference : undefined
    },
  }
}
