import { type Actor, changesBetween, type Kit, systemActor, type Tx } from 'weirjs'
import type { BillingConfig } from '../config.ts'
import { best, grantsPlan, grantsUntil, shownSubscription } from '../entitlement.ts'
import type { Subscription, Subscriptions } from '../service.ts'
import {
  closeEnded,
  endedAccounts,
  findSubscription,
  givenPlan,
  type SubscriptionRow,
  subscriptionsOf,
  type Tables,
} from './tables.ts'

/** Subscriptions that are ended at a time. */
const AT_ONCE = 100

/** The fields that the audit log records. The user's plan has an entry of its own. */
const AUDITED = ['plan', 'billingPeriod', 'status', 'cancelAtPeriodEnd'] as const

export interface SubscriptionStore extends Omit<Subscriptions, 'endCheckout'> {
  /** With a transaction, as of that transaction. */
  of(accountId: string, tx?: Tx): Promise<Subscription | undefined>
  /** When it stops granting its plan, including days of grace; null if no end is known. */
  endOf(subscription: Subscription): number | null
  /** Ends a batch of subscriptions whose time is over. Returns whether there may be more. */
  endDue(): Promise<boolean>
  /** Ends the account's subscriptions of a provider, in favour of another one. */
  endOthers(tx: Tx, account: string, provider: string): Promise<void>
}

/** Keeps other transactions from changing the account's subscriptions until this one ends. */
export const lockSubscriptions = (tx: Tx, account: string) => tx.lock(`billing of ${account}`)

export function createSubscriptionStore(kit: Kit<BillingConfig>): SubscriptionStore {
  const { store, clock, accounts, credits, config, log, audit } = kit

  /** Gives the account the plan and the credits that its subscriptions grant now. */
  const applyToAccount = async (tx: Tx, account: string, by: Actor) => {
    await lockSubscriptions(tx, account)
    const now = clock.now()
    const rows = await tx.all(subscriptionsOf, account)
    const chosen = best(rows, now)
    const paying = rows.filter(
      (row) => row.status === 'active' && grantsPlan(row, now) && row.cancel_at_period_end === 0,
    )
    if (paying.length > 1)
      log.warn('An account pays for several subscriptions; cancel all but one', {
        account,
        subscriptions: paying.map(({ provider, reference }) => `${provider} ${reference}`).join(', '),
      })
    const before = await tx.get(givenPlan, account)
    await tx.run(closeEnded, account, now)
    if (!chosen && !before) return
    const plan = chosen?.plan ?? 'free'
    const source = chosen ? `${chosen.provider}:${chosen.reference}` : ''
    // A plan that an administrator has set stays until the subscription changes.
    if (plan !== before?.plan || source !== before.source) {
      await accounts.users.within(tx).update(account, { plan }, by)
      await tx
        .db<Tables>()
        .insertInto('billing_given')
        .values({ account, plan, source })
        .onConflict((same) => same.column('account').doUpdateSet({ plan, source }))
        .execute()
    }
    await credits.within(tx).follow(account, {
      anchor: chosen?.anchor,
      until: chosen?.paid_until ?? null,
      restart: chosen && source,
    })
  }

  const write = async (tx: Tx, subscription: Subscription) => {
    const now = clock.now()
    const row = toRow(subscription, config.graceDays, now)
    const { provider, reference, created_at, ...changes } = row
    await tx
      .db<Tables>()
      .insertInto('billing_subscriptions')
      .values(row)
      .onConflict((same) => same.columns(['provider', 'reference']).doUpdateSet(changes))
      .execute()
  }

  return {
    async of(account, tx) {
      const now = clock.now()
      const rows = await (tx ?? store).all(subscriptionsOf, account)
      const isDue = rows.some((row) => row.is_over === 0 && !grantsPlan(row, now))
      if (isDue && !tx) await store.write((own) => applyToAccount(own, account, systemActor('billing')))
      const row = shownSubscription(rows, now)
      return row && asOf(toSubscription(row), now)
    },
    async find(provider, reference) {
      const row = await store.get(findSubscription, provider, reference)
      return row && toSubscription(row)
    },
    endOf: (subscription) =>
      subscription.status === 'incomplete' ? null : grantsUntil(subscription, config.graceDays),
    async put(tx, subscription, by = systemActor(subscription.provider)) {
      const before = await tx.get(findSubscription, subscription.provider, subscription.reference)
      const changes = changesBetween(before ? toSubscription(before) : {}, subscription, AUDITED)
      if (Object.keys(changes).length > 0)
        await audit.record(tx, by, {
          action: 'billing.subscription_changed',
          target: {
            type: 'subscription',
            id: subscription.reference,
            name: `${subscription.provider}, of ${subscription.account}`,
          },
          changes,
        })
      await write(tx, subscription)
      await applyToAccount(tx, subscription.account, by)
    },
    async endOthers(tx, account, provider) {
      const now = clock.now()
      for (const row of await tx.all(subscriptionsOf, account))
        if (row.provider === provider && grantsPlan(row, now))
          await write(tx, { ...toSubscription(row), status: 'cancelled', endsAt: now })
    },
    async overdue(provider, before, limit) {
      const query = store.db<Tables>().selectFrom('billing_subscriptions').selectAll()
      const ofProvider = query.where('provider', '=', provider).where('is_over', '=', 0)
      const rows = await ofProvider
        .where('period_end', '<', before)
        .where('updated_at', '<', before)
        .limit(limit)
        .execute()
      return rows.map(toSubscription)
    },
    async endDue() {
      const found = await store.all(endedAccounts, clock.now(), AT_ONCE)
      for (const account of new Set(found.map((row) => row.account))) {
        await store.write((tx) => applyToAccount(tx, account, systemActor('billing')))
      }
      return found.length === AT_ONCE
    },
  }
}

const toSubscription = (row: SubscriptionRow): Subscription => ({
  provider: row.provider,
  reference: row.reference,
  account: row.account,
  plan: row.plan,
  billingPeriod: row.billing_period,
  status: row.status,
  periodStart: row.period_start,
  periodEnd: row.period_end,
  anchor: row.anchor,
  paidUntil: row.paid_until,
  cancelAtPeriodEnd: row.cancel_at_period_end === 1,
  endsAt: row.ends_at,
})

/** Of a subscription that nobody charges for, no provider reports that it has ended. */
const asOf = (subscription: Subscription, now: number): Subscription =>
  subscription.status === 'active' && subscription.paidUntil === null && (subscription.endsAt ?? now + 1) <= now
    ? { ...subscription, status: 'cancelled', cancelAtPeriodEnd: false }
    : subscription

const toRow = (subscription: Subscription, graceDays: number, now: number): SubscriptionRow => ({
  provider: subscription.provider,
  reference: subscription.reference,
  account: subscription.account,
  plan: subscription.plan,
  billing_period: subscription.billingPeriod,
  status: subscription.status,
  period_start: subscription.periodStart,
  period_end: subscription.periodEnd,
  anchor: subscription.anchor,
  paid_until: subscription.paidUntil,
  cancel_at_period_end: subscription.cancelAtPeriodEnd ? 1 : 0,
  ends_at: subscription.endsAt,
  gives_until: grantsUntil(subscription, graceDays),
  is_over: 0,
  created_at: now,
  updated_at: now,
})
