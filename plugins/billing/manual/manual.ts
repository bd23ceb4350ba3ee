import { type Actor, ApiError, type Kit, newId, notFound, type Tx } from 'weirjs'
import type { BillingConfig } from '../config.ts'
import { isLive } from '../entitlement.ts'
import { periodAround } from '../period.ts'
import type { PaymentProvider, Subscription } from '../service.ts'
import { shownStatus } from '../show.ts'
import { type Checkouts, isSession, SESSION } from '../store/checkouts.ts'
import { lockSubscriptions, type SubscriptionStore } from '../store/subscriptions.ts'
import type { CheckoutRow } from '../store/tables.ts'

/** The name of the provider that takes no payments itself: an administrator does so, and approves. */
export const MANUAL = 'manual'

export interface Manual {
  provider: PaymentProvider
  /** Gives the account the requested plan. A request that is approved already is returned as it is. */
  approve(sessionId: string, by: Actor): Promise<CheckoutRow>
  decline(sessionId: string, by: Actor, reason?: string): Promise<CheckoutRow>
}

interface Parts {
  subscriptions: SubscriptionStore
  checkouts: Checkouts
}

/** Requests that an administrator approves. An approved plan renews by itself until it is cancelled. */
export function createManual({ store, clock, audit }: Kit<BillingConfig>, { subscriptions, checkouts }: Parts): Manual {
  /** Lets `work` decide on an open request. Throws 409 if it was decided otherwise. */
  const decide = async (sessionId: string, to: 'completed' | 'declined', work: (row: CheckoutRow) => Promise<void>) => {
    const row = isSession(sessionId) ? await checkouts.find(MANUAL, sessionId) : undefined
    if (!row) throw notFound('request', sessionId)
    if (row.status === 'open') await work(row)
    // Somebody else may have decided meanwhile.
    const after = (await checkouts.find(MANUAL, sessionId)) ?? row
    if (after.status === to) return after
    const message = `This request was already ${shownStatus[after.status]}`
    throw new ApiError('conflict', message, { status: shownStatus[after.status], id: sessionId })
  }

  const record = (tx: Tx, action: string, { id, account, plan, billing_period }: CheckoutRow, by: Actor) =>
    audit.record(tx, by, {
      action,
      target: { type: 'billing_request', id, name: `${plan}, ${billing_period}, of ${account}` },
      changes: { status: { before: 'pending', after: action.split('_').at(-1) } },
    })

  return {
    provider: {
      sells: () => true,
      checkout: async () => ({ sessionId: newId(SESSION, clock.now()), checkoutUrl: null, reusableUntil: null }),
      withdraw: async () => {},
      async cancelAtPeriodEnd({ account, reference }, isCancelled, by) {
        await store.write(async (tx) => {
          await lockSubscriptions(tx, account)
          const current = await subscriptions.of(account, tx)
          // A plan that was approved or bought meanwhile has replaced it, and must not be changed here.
          if (current?.provider !== MANUAL || current.reference !== reference || current.status !== 'active')
            throw new ApiError('conflict', 'Your subscription has just been changed; look at it again')
          const { end } = periodAround(clock.now(), current.anchor, current.billingPeriod)
          const changed = { ...current, cancelAtPeriodEnd: isCancelled, endsAt: isCancelled ? end : null }
          await subscriptions.put(tx, changed, by)
        })
      },
    },

    approve: (sessionId, by) =>
      decide(sessionId, 'completed', async ({ account, plan, billing_period }) => {
        const now = clock.now()
        const { start, end } = periodAround(now, now, billing_period)
        const subscription: Subscription = {
          provider: MANUAL,
          reference: sessionId,
          account,
          plan,
          billingPeriod: billing_period,
          status: 'active',
          periodStart: start,
          periodEnd: end,
          anchor: now,
          paidUntil: null,
          cancelAtPeriodEnd: false,
          endsAt: null,
        }
        await store.write(async (tx) => {
          await tx.lock(`billing request ${sessionId}`)
          // A provider may be about to report that the account pays there.
          await lockSubscriptions(tx, account)
          const row = await checkouts.find(MANUAL, sessionId, tx)
          if (row?.status !== 'open') return
          const paying = await subscriptions.of(account, tx)
          if (paying && paying.provider !== MANUAL && isLive(paying)) {
            const message = `This account pays through ${paying.provider}; cancel its subscription there first`
            throw new ApiError('conflict', message, { provider: paying.provider, id: sessionId })
          }
          await checkouts.end(tx, MANUAL, sessionId, { status: 'completed', by: by.id ?? undefined })
          await record(tx, 'billing.request_approved', row, by)
          await subscriptions.endOthers(tx, account, MANUAL)
          await subscriptions.put(tx, subscription, by)
        })
      }),

    decline: (sessionId, by, reason) =>
      decide(sessionId, 'declined', () =>
        store.write(async (tx) => {
          await tx.lock(`billing request ${sessionId}`)
          const row = await checkouts.find(MANUAL, sessionId, tx)
          if (row?.status !== 'open') return
          await checkouts.end(tx, MANUAL, sessionId, { status: 'declined', by: by.id ?? undefined, reason })
          await record(tx, 'billing.request_declined', row, by)
        }),
      ),
  }
}
