import { type Actor, type JsonObject, type Kit, systemActor, type Tx } from 'weirjs'
import { type Subscription, type Subscriptions, subscriptions } from '../../billing/service.ts'
import type { StripeClient } from '../client/client.ts'
import { isMissing } from '../client/failure.ts'
import { idOf } from '../client/json.ts'
import type { Prices } from '../prices.ts'
import {
  accountOf,
  addEvent,
  customerOf,
  dropRefund,
  findEvent,
  firstVersion,
  matchEvents,
  nextVersion,
  noteRefund,
  type Outcome,
  putCustomer,
  versionOf,
} from '../store/tables.ts'
import { accountIn, type StripeEvent } from '../webhook/event.ts'
import { type Dispute, readDispute } from './read-dispute.ts'
import { readSubscription } from './read-subscription.ts'

/** Readings that others may overtake before this one gives up; Stripe then sends the event again. */
const TRIES = 10

/** Keeps what accounts have in step with what Stripe says. */
export interface Sync {
  /** Applies an event, once. What it is about is read from Stripe again, so that no order of events matters. */
  event(event: StripeEvent): Promise<Outcome | 'repeated'>
  /** Takes in how a subscription is now. */
  subscription(id: string, by?: Actor): Promise<void>
}

/** Another reading was taken in since this one was begun. */
class Overtaken extends Error {}

interface Reading {
  id: string
  remote: JsonObject | undefined
  version: number | undefined
}

/** One that Stripe has no more, as those of a test: nobody pays for it again, and what was paid for is used up. */
const vanished = (before: Subscription): Subscription =>
  before.status === 'cancelled'
    ? before
    : { ...before, status: 'cancelled', cancelAtPeriodEnd: false, endsAt: before.paidUntil }

export function createSync(
  kit: Pick<Kit, 'store' | 'clock' | 'accounts' | 'log' | 'use'>,
  { client, prices }: { client: StripeClient; prices: Prices },
): Sync {
  const { store, clock, accounts, log } = kit
  const billing: Subscriptions = kit.use(subscriptions)

  /** The number is read first: what is read of Stripe after it is newer than what was taken in under it. */
  const read = async (id: string): Promise<Reading> => {
    const version = (await store.get(versionOf, id))?.version
    try {
      const query = { expand: ['latest_invoice'] }
      return { id, version, remote: await client.get(`/v1/subscriptions/${encodeURIComponent(id)}`, query) }
    } catch (error) {
      if (!isMissing(error)) throw error
      return { id, version, remote: undefined }
    }
  }

  /** Whose it is: as Stripe kept it from the purchase, else as it was linked before. */
  const ownerOf = async (reading: Reading | undefined, event: StripeEvent | undefined): Promise<string | undefined> => {
    const customer = idOf(reading?.remote?.customer) ?? event?.customer
    const linked = customer === undefined ? undefined : (await store.get(accountOf, customer))?.account
    const known = reading && (await billing.find('stripe', reading.id))?.account
    for (const account of [accountIn(reading?.remote?.metadata), event?.account, known, linked])
      if (account !== undefined && (await accounts.users.get(account))) return account
    return undefined
  }

  /** Takes a reading in, in the transaction that keeps the event. */
  const takeIn = async (tx: Tx, { id, remote, version }: Reading, account: string, by?: Actor): Promise<boolean> => {
    const { refunded_charge: refundedCharge = null } = (await tx.get(customerOf, account)) ?? {}
    const before = await billing.find('stripe', id)
    const known = { account, prices, before, refundedCharge, now: clock.now() }
    const subscription = remote ? readSubscription(remote, known) : before && vanished(before)
    if (!subscription) return false
    const isLatest =
      version === undefined ? await tx.run(firstVersion, id) : await tx.run(nextVersion, version + 1, id, version)
    if (isLatest === 0) throw new Overtaken()
    const customer = idOf(remote?.customer)
    if (customer !== undefined) await tx.run(putCustomer, account, customer)
    await billing.put(tx, subscription, by)
    await tx.run(matchEvents, account, id)
    return true
  }

  const again = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let nth = 1; ; nth++) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof Overtaken) || nth === TRIES) throw error
      }
    }
  }

  const withdrawOthers = async (sessions: readonly string[]) => {
    for (const id of sessions)
      await client.post(`/v1/checkout/sessions/${encodeURIComponent(id)}/expire`, {}).catch(() => {
        log.info('A checkout session that is not needed any more ends by itself', { session: id })
      })
  }

  const applyOnce = async (told: StripeEvent): Promise<Outcome | 'repeated'> => {
    if (await store.get(findEvent, told.id)) return 'repeated'
    const dispute = told.dispute === undefined ? undefined : await disputeOf(told.dispute)
    const event = withDispute(told, dispute)
    const about = event.subscription ?? (await subscriptionOf(event))
    const reading = about === undefined ? undefined : await read(about)
    const account = await ownerOf(reading, event)
    let others: readonly string[] = []
    const outcome = await store.write(async (tx) => {
      const { id, type, customer = null, session, refundedCharge, createdAt } = event
      if (account && refundedCharge !== undefined) await tx.run(noteRefund, refundedCharge, account, refundedCharge)
      if (account && dispute?.isTaken === false) await tx.run(dropRefund, account, dispute.charge)
      const isTakenIn = account !== undefined && reading !== undefined && (await takeIn(tx, reading, account))
      if (session) others = await billing.endCheckout(tx, 'stripe', session.id, session.status)
      const isApplied = isTakenIn || (reading === undefined && (account !== undefined || session !== undefined))
      const became = isApplied ? 'applied' : 'unmatched'
      const row = [id, type, became, account ?? null, customer, about ?? null, createdAt, clock.now()] as const
      return (await tx.run(addEvent, ...row)) === 0 ? 'repeated' : became
    })
    if (outcome === 'unmatched')
      log.warn('Stripe told of something that nobody here is known to pay for; it is kept', {
        event: event.id,
        type: event.type,
        customer: event.customer,
        subscription: about,
        account,
      })
    if (dispute?.isTaken)
      log.warn('A payment was disputed; unless that is won it counts as refunded', { account, dispute: event.dispute })
    await withdrawOthers(others)
    return outcome
  }

  const disputeOf = async (id: string): Promise<Dispute | undefined> => {
    try {
      return readDispute(await client.get(`/v1/disputes/${encodeURIComponent(id)}`, { expand: ['charge'] }))
    } catch (error) {
      if (!isMissing(error)) throw error
      return undefined
    }
  }

  /** A charge does not say which subscription it is for. */
  const subscriptionOf = async ({ customer, refundedCharge, dispute }: StripeEvent): Promise<string | undefined> => {
    if ((refundedCharge === undefined && dispute === undefined) || customer === undefined) return undefined
    const account = (await store.get(accountOf, customer))?.account
    const found = account === undefined ? undefined : await billing.of(account)
    return found?.provider === 'stripe' ? found.reference : undefined
  }

  return {
    event: (event) => again(() => applyOnce(event)),
    subscription: (id, by = systemActor('stripe')) =>
      again(async () => {
        const reading = await read(id)
        const account = await ownerOf(reading, undefined)
        if (account !== undefined) await store.write((tx) => takeIn(tx, reading, account, by))
      }),
  }
}

/** An event of a dispute with what that says itself; a payment that was taken back is one refunded in whole. */
const withDispute = (event: StripeEvent, dispute: Dispute | undefined): StripeEvent =>
  dispute ? { ...event, customer: dispute.customer, ...(dispute.isTaken && { refundedCharge: dispute.charge }) } : event
