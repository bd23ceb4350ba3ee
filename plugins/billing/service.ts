import { type Account, type Actor, defineProviders, defineService, type PlanName, type Tx } from 'weirjs'

export const billingPeriods = ['monthly', 'yearly'] as const
export type BillingPeriod = (typeof billingPeriods)[number]
/** Plans that are paid for. */
export const paidPlans = ['starter', 'pro', 'enterprise'] as const satisfies readonly PlanName[]
export type PaidPlan = (typeof paidPlans)[number]

/**
 * `incomplete`: the first payment has not gone through, and nothing is given yet. `past_due`: a payment failed; the
 * plan stays for some days, without new credits. `cancelled`: it has ended, and gives its plan until `endsAt`.
 */
export const subscriptionStatuses = ['active', 'past_due', 'cancelled', 'incomplete'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** What a provider says of something that an account pays for. Times are epoch milliseconds. */
export interface Subscription {
  /** The name of the payment provider. */
  provider: string
  /** By which the provider knows it. */
  reference: string
  account: string
  plan: PaidPlan
  billingPeriod: BillingPeriod
  status: SubscriptionStatus
  /** What is paid for at once, and renewed. */
  periodStart: number
  periodEnd: number
  /** Credits are refilled each month on this moment's day, at its time of day. */
  anchor: number
  /** Months that begin at this time or later have not been paid for. Null: it renews by itself until it is ended. */
  paidUntil: number | null
  cancelAtPeriodEnd: boolean
  /** When it gives its plan no more; null where no end is known. */
  endsAt: number | null
}

/** What accounts pay for, and what they get by it. Providers tell it what happened. */
export interface Subscriptions {
  /** The account's present one; undefined where it never had any. */
  of(accountId: string): Promise<Subscription | undefined>
  find(provider: string, reference: string): Promise<Subscription | undefined>
  /**
   * Takes in how a subscription is now, the whole of it, and gives the account what follows: its plan, its credits.
   * Saying the same again changes nothing. Which of two sayings is the later one, the provider knows. The audit log
   * has a change of plan as made by `by`, without it by the provider.
   */
  put(tx: Tx, subscription: Subscription, by?: Actor): Promise<void>
  /**
   * What became of a checkout; one that is unknown, or has ended already, is left as it is. One that was completed
   * replaces the account's others: gives those of the provider, for it to withdraw.
   */
  endCheckout(tx: Tx, provider: string, sessionId: string, status: 'completed' | 'expired'): Promise<string[]>
  /** A provider's subscriptions whose period was over by then, and of which nothing was heard since. */
  overdue(provider: string, before: number, limit: number): Promise<Subscription[]>
}
export const subscriptions = defineService<Subscriptions>('billing.subscriptions')

/** What somebody wants to pay for. */
export interface Order {
  account: Account
  plan: PaidPlan
  billingPeriod: BillingPeriod
  /** What the account pays this provider for already: to be changed, so that it never pays for two. */
  current: Subscription | undefined
  /** Where the customer is led back to; a query may be added. */
  returnUrl(): string
}

export interface Checkout {
  sessionId: string
  /** Where the customer pays; null where there is nothing to be opened. */
  checkoutUrl: string | null
  /** Until when the address can be given again. Null: until the session has ended. */
  reusableUntil: number | null
}

export interface Price {
  /** In whole units of the currency, such as 12.5. */
  amount: number
  /** ISO 4217, such as `EUR`; null where the operator states none. */
  currency: string | null
}

/** Takes payments. The first of the providers that are set up is used for what is new. */
export interface PaymentProvider {
  sells(plan: PaidPlan, billingPeriod: BillingPeriod): boolean
  /** What it asks for a plan; null where that is not known here. */
  price?(plan: PaidPlan, billingPeriod: BillingPeriod): Promise<Price | null>
  /** Begins a purchase or a change, which alone changes nothing. */
  checkout(order: Order): Promise<Checkout>
  /** Ends a checkout that nobody is to pay any more. */
  withdraw?(sessionId: string): Promise<void>
  /** Where the account sees its invoices and changes how it pays. Throws 404 for an account that it does not know. */
  portal?(account: Account, returnUrl: string): Promise<string>
  /** Has a subscription end with its period, or go on after all; and tells `subscriptions` so. */
  cancelAtPeriodEnd(subscription: Subscription, isCancelled: boolean, by: Actor): Promise<void>
}

/** All who take payments: `manual`, where an administrator approves, is the last. */
export const paymentProviders = defineProviders<PaymentProvider>('billing.providers')
