import { type Account, type Actor, defineProviders, defineService, type PlanName, type Tx } from 'weirjs'

export const billingPeriods = ['monthly', 'yearly'] as const
export type BillingPeriod = (typeof billingPeriods)[number]
/** Plans that are paid for. */
export const paidPlans = ['starter', 'pro', 'enterprise'] as const satisfies readonly PlanName[]
export type PaidPlan = (typeof paidPlans)[number]

/**
 * `incomplete`: the first payment has not succeeded, and nothing is granted yet. `past_due`: a payment failed; the
 * plan stays for some days, without new credits. `cancelled`: it has ended, and grants its plan until `endsAt`.
 */
export const subscriptionStatuses = ['active', 'past_due', 'cancelled', 'incomplete'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** The state of a subscription, as its provider reports it. Times are epoch milliseconds. */
export interface Subscription {
  /** The name of the payment provider. */
  provider: string
  /** The provider's id of it. */
  reference: string
  account: string
  plan: PaidPlan
  billingPeriod: BillingPeriod
  status: SubscriptionStatus
  /** The current billing period. */
  periodStart: number
  periodEnd: number
  /** Credits are refilled each month on the day and at the time of this moment. */
  anchor: number
  /** Months that begin from this time on are not paid for. Null: it renews by itself until it is cancelled. */
  paidUntil: number | null
  cancelAtPeriodEnd: boolean
  /** When it stops granting its plan; null if no end is known. */
  endsAt: number | null
}

/** The subscriptions of accounts, and what they grant. Providers report changes to it. */
export interface Subscriptions {
  /** The account's current subscription; undefined if it never had any. */
  of(accountId: string): Promise<Subscription | undefined>
  find(provider: string, reference: string): Promise<Subscription | undefined>
  /**
   * Stores the complete state of a subscription, and gives the account the plan and credits that follow. Reporting
   * the same state again changes nothing. The provider must make sure that no older state comes last. The audit log
   * records changes as made by `by`, by default the provider.
   */
  put(tx: Tx, subscription: Subscription, by?: Actor): Promise<void>
  /**
   * Ends a checkout, unless it is unknown or has ended already. A completed one replaces the account's other
   * checkouts. Returns those of the same provider, for it to withdraw.
   */
  endCheckout(tx: Tx, provider: string, sessionId: string, status: 'completed' | 'expired'): Promise<string[]>
  /** A provider's subscriptions whose period ended before this time, and that were not updated since. */
  overdue(provider: string, before: number, limit: number): Promise<Subscription[]>
}
export const subscriptions = defineService<Subscriptions>('billing.subscriptions')

/** A plan that an account wants to buy. */
export interface Order {
  account: Account
  plan: PaidPlan
  billingPeriod: BillingPeriod
  /** The account's existing subscription at this provider, to be changed, so that it never pays for two. */
  current: Subscription | undefined
  /** The URL to which the customer returns; a query may be added. */
  returnUrl(): string
}

export interface Checkout {
  sessionId: string
  /** Where the customer pays; null if there is no such page. */
  checkoutUrl: string | null
  /** Until when the URL can be handed out again. Null: until the session has ended. */
  reusableUntil: number | null
}

export interface Price {
  /** In whole units of the currency, such as 12.5. */
  amount: number
  /** ISO 4217, such as `EUR`; null if the operator states none. */
  currency: string | null
}

/** Takes payments. New subscriptions use the first provider that is set up. */
export interface PaymentProvider {
  sells(plan: PaidPlan, billingPeriod: BillingPeriod): boolean
  /** The price of a plan; null if unknown. */
  price?(plan: PaidPlan, billingPeriod: BillingPeriod): Promise<Price | null>
  /** Starts a purchase or a change. By itself this changes nothing. */
  checkout(order: Order): Promise<Checkout>
  /** Ends a checkout, so that nobody can pay it any more. */
  withdraw?(sessionId: string): Promise<void>
  /** The URL where the account sees its invoices and changes how it pays. Throws 404 for an unknown account. */
  portal?(account: Account, returnUrl: string): Promise<string>
  /** Makes a subscription end with its period, or go on after all, and reports that to `subscriptions`. */
  cancelAtPeriodEnd(subscription: Subscription, isCancelled: boolean, by: Actor): Promise<void>
}

/** All payment providers. `manual`, where an administrator approves, is the last. */
export const paymentProviders = defineProviders<PaymentProvider>('billing.providers')
