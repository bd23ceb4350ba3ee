import { type Migration, statement } from 'weirjs'
import type { BillingPeriod, PaidPlan, SubscriptionStatus } from '../service.ts'

export interface SubscriptionRow {
  provider: string
  reference: string
  account: string
  plan: PaidPlan
  billing_period: BillingPeriod
  status: SubscriptionStatus
  period_start: number
  period_end: number
  anchor: number
  paid_until: number | null
  cancel_at_period_end: number
  ends_at: number | null
  /** When it stops granting its plan, including days of grace; null if no end is known. */
  gives_until: number | null
  /** Whether its end has been applied to the account. */
  is_over: number
  created_at: number
  updated_at: number
}

export const checkoutStatuses = ['open', 'completed', 'declined', 'replaced', 'expired'] as const
export type CheckoutStatus = (typeof checkoutStatuses)[number]

export interface CheckoutRow {
  id: string
  provider: string
  account: string
  plan: PaidPlan
  billing_period: BillingPeriod
  url: string | null
  status: CheckoutStatus
  reusable_until: number | null
  created_at: number
  decided_at: number | null
  /** The administrator who decided. */
  decided_by: string | null
  reason: string | null
}

/** The plan that billing gave an account last. A plan that an administrator sets stays until this changes. */
export interface GivenRow {
  account: string
  plan: string
  /** The subscription that granted it: provider and reference; empty for none. */
  source: string
}

export interface Tables {
  billing_subscriptions: SubscriptionRow
  billing_checkouts: CheckoutRow
  billing_given: GivenRow
}

export const migrations: readonly Migration[] = [
  {
    name: '001-billing',
    async up({ schema }) {
      await schema
        .createTable('billing_subscriptions')
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('reference', 'text', (column) => column.notNull())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('plan', 'text', (column) => column.notNull())
        .addColumn('billing_period', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('period_start', 'bigint', (column) => column.notNull())
        .addColumn('period_end', 'bigint', (column) => column.notNull())
        .addColumn('anchor', 'bigint', (column) => column.notNull())
        .addColumn('paid_until', 'bigint')
        .addColumn('cancel_at_period_end', 'bigint', (column) => column.notNull())
        .addColumn('ends_at', 'bigint')
        .addColumn('gives_until', 'bigint')
        .addColumn('is_over', 'bigint', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('billing_subscriptions_key', ['provider', 'reference'])
        .execute()
      await schema.createIndex('billing_subscriptions_account').on('billing_subscriptions').column('account').execute()
      await schema
        .createIndex('billing_subscriptions_end')
        .on('billing_subscriptions')
        .columns(['is_over', 'gives_until'])
        .execute()
      await schema
        .createIndex('billing_subscriptions_period')
        .on('billing_subscriptions')
        .columns(['provider', 'is_over', 'period_end'])
        .execute()
      await schema
        .createTable('billing_checkouts')
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('plan', 'text', (column) => column.notNull())
        .addColumn('billing_period', 'text', (column) => column.notNull())
        .addColumn('url', 'text')
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('reusable_until', 'bigint')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('decided_at', 'bigint')
        .addColumn('decided_by', 'text')
        .addColumn('reason', 'text')
        .addPrimaryKeyConstraint('billing_checkouts_key', ['provider', 'id'])
        .execute()
      await schema
        .createIndex('billing_checkouts_account')
        .on('billing_checkouts')
        .columns(['account', 'status'])
        .execute()
      await schema
        .createIndex('billing_checkouts_status')
        .on('billing_checkouts')
        .columns(['provider', 'status', 'id'])
        .execute()
      await schema
        .createTable('billing_given')
        .addColumn('account', 'text', (column) => column.primaryKey())
        .addColumn('plan', 'text', (column) => column.notNull())
        .addColumn('source', 'text', (column) => column.notNull())
        .execute()
    },
  },
]

export const subscriptionsOf = statement<[account: string], SubscriptionRow>((db, [account]) =>
  db.selectFrom('billing_subscriptions').selectAll().where('account', '=', account),
)
export const findSubscription = statement<[provider: string, reference: string], SubscriptionRow>(
  (db, [provider, reference]) =>
    db
      .selectFrom('billing_subscriptions')
      .selectAll()
      .where('provider', '=', provider)
      .where('reference', '=', reference),
)
/** Accounts with an ended subscription whose end has not been applied yet. */
export const endedAccounts = statement<[before: number, limit: number], { account: string }>((db, [before, limit]) =>
  db
    .selectFrom('billing_subscriptions')
    .select('account')
    .where('is_over', '=', 0)
    .where('gives_until', '<=', before)
    .limit(limit),
)
export const closeEnded = statement<[account: string, before: number], never>((db, [account, before]) =>
  db
    .updateTable('billing_subscriptions')
    .set({ is_over: 1 })
    .where('account', '=', account)
    .where('is_over', '=', 0)
    .where('gives_until', '<=', before),
)
export const givenPlan = statement<[account: string], GivenRow>((db, [account]) =>
  db.selectFrom('billing_given').selectAll().where('account', '=', account),
)
