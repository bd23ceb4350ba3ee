import { type Actor, type Kit, systemActor, type Tx } from 'weirjs'
import { type Subscription, type Subscriptions, subscriptions } from '../../billing/service.ts'
import type { StripeClient } from '../client/client.ts'
import { idOf } from '../client/json.ts'
import type { Prices } from '../prices.ts'
import {
  addEvent,
  dropRefund,
  findEvent,
  firstVersion,
  latestRefund,
  matchEvents,
  nextVersion,
  noteRefund,
  type Outcome,
  putCustomer,
} from '../store/tables.ts'
import type { StripeEvent } from '../webhook/event.ts'
import { createOwners } from './owners.ts'
import type { Dispute } from './read-dispute.ts'
import { readSubscription } from './read-subscription.ts'
import { createRemote, type Reading } from './remote.ts'

/** Attempts when other readings overtake this one. After that, Stripe sends the event again. */
const TRIES = 10

/** Keeps subscriptions in sync with Stripe. */
export interface Sync {
  /** Applies an event once. Its subscription is read from Stripe again, so the order of events does not matter. */
  event(event: StripeEvent): Promise<Outcome | 'repeated'>
  /** Reads the current state of a subscription from Stripe, and stores it. */
  subscription(id: string, by?: Actor): Promise<void>
}

/** Another reading was stored since this one began. */
class Overtaken extends Error {}

export function createSync(
  kit: Pick<Kit, 'store' | 'clock' | 'accounts' | 'log' | 'use'>,
  { client, prices }: { client: StripeClient; prices: Prices },
): Sync {
  const { store, clock, log } = kit
  const billing: Subscriptions = kit.use(subscriptions)
  const stripe = createRemote(client, kit)
  const owners = createOwners(kit, billing)

  /** Stores a reading, in the transaction that stores the event. */
  const takeIn = async (tx: Tx, { id, remote, version }: Reading, account: string, by?: Actor): Promise<boolean> => {
    const refundedCharge = (await tx.get(latestRefund, account))?.charge ?? null
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

  const applyOnce = async (told: StripeEvent): Promise<Outcome | 'repeated'> => {
    if (await store.get(findEvent, told.id)) return 'repeated'
    const dispute = told.dispute === undefined ? undefined : await stripe.readDispute(told.dispute)
    const event = withDispute(told, dispute)
    const about = await owners.subscriptionOf(event)
    const reading = about === undefined ? undefined : await stripe.readSubscription(about)
    const account = await owners.ownerOf(reading, event)
    let others: readonly string[] = []
    const outcome = await store.write(async (tx) => {
      const { id, type, customer = null, session, refundedCharge, createdAt } = event
      if (account && refundedCharge !== undefined) await tx.run(noteRefund, account, refundedCharge)
      if (account && dispute?.isTaken === false) await tx.run(dropRefund, account, dispute.charge)
      const isTakenIn = account !== undefined && reading !== undefined && (await takeIn(tx, reading, account))
      if (session) others = await billing.endCheckout(tx, 'stripe', session.id, session.status)
      const isApplied = isTakenIn || (reading === undefined && (account !== undefined || session !== undefined))
      const became = isApplied ? 'applied' : 'unmatched'
      const row = [id, type, became, account ?? null, customer, about ?? null, createdAt, clock.now()] as const
      return (await tx.run(addEvent, ...row)) === 0 ? 'repeated' : became
    })
    if (outcome === 'unmatched')
      log.warn('Stripe reported something that no account here is known to pay for; it is stored', {
        event: event.id,
        type: event.type,
        customer: event.customer,
        subscription: about,
        account,
      })
    if (dispute?.isTaken)
      log.warn('A payment was disputed; unless that is won it counts as refunded', { account, dispute: event.dispute })
    await stripe.expireSessions(others)
    return outcome
  }

  return {
    event: (event) => untilLatest(() => applyOnce(event)),
    subscription: (id, by = systemActor('stripe')) =>
      untilLatest(async () => {
        const reading = await stripe.readSubscription(id)
        const account = await owners.ownerOf(reading, undefined)
        if (account !== undefined) await store.write((tx) => takeIn(tx, reading, account, by))
      }),
  }
}

/** Retries a reading that was overtaken. */
async function untilLatest<T>(work: () => Promise<T>): Promise<T> {
  for (let nth = 1; ; nth++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Overtaken) || nth === TRIES) throw error
    }
  }
}

/** The state of a subscription that Stripe no longer has: it ends with what was paid for. */
const vanished = (before: Subscription): Subscription =>
  before.status === 'cancelled'
    ? before
    : { ...before, status: 'cancelled', cancelAtPeriodEnd: false, endsAt: before.paidUntil }

/** Adds the details of its dispute to an event. A charged-back payment counts as fully refunded. */
const withDispute = (event: StripeEvent, dispute: Dispute | undefined): StripeEvent =>
  dispute ? { ...event, customer: dispute.customer, ...(dispute.isTaken && { refundedCharge: dispute.charge }) } : event
