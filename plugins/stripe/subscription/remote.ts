import type { JsonObject, Log, Store } from 'weirjs'
import type { StripeClient } from '../client/client.ts'
import { isMissing } from '../client/failure.ts'
import { versionOf } from '../store/tables.ts'
import { type Dispute, readDispute } from './read-dispute.ts'

/** A subscription as read from Stripe; `remote` is undefined if Stripe no longer has it, such as test data. */
export interface Reading {
  id: string
  remote: JsonObject | undefined
  /** The stored version when this reading began. */
  version: number | undefined
}

/** Requests to Stripe. */
export interface Remote {
  readSubscription(id: string): Promise<Reading>
  /** Undefined where Stripe does not know it. */
  readDispute(id: string): Promise<Dispute | undefined>
  /** Expires checkout sessions early. Failures are ignored, as sessions expire by themselves. */
  expireSessions(ids: readonly string[]): Promise<void>
}

export function createRemote(client: StripeClient, { store, log }: { store: Store; log: Log }): Remote {
  const find = async (path: string, expand: string): Promise<JsonObject | undefined> => {
    try {
      return await client.get(path, { expand: [expand] })
    } catch (error) {
      if (!isMissing(error)) throw error
      return undefined
    }
  }

  return {
    async readSubscription(id) {
      // Read first, so that the state read from Stripe afterwards is newer than this version.
      const version = (await store.get(versionOf, id))?.version
      return { id, version, remote: await find(`/v1/subscriptions/${encodeURIComponent(id)}`, 'latest_invoice') }
    },

    async readDispute(id) {
      const dispute = await find(`/v1/disputes/${encodeURIComponent(id)}`, 'charge')
      return dispute && readDispute(dispute)
    },

    async expireSessions(ids) {
      for (const id of ids)
        await client.post(`/v1/checkout/sessions/${encodeURIComponent(id)}/expire`, {}).catch(() => {
          log.info('A checkout session that is not needed any more ends by itself', { session: id })
        })
    },
  }
}
