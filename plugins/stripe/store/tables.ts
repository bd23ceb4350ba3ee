import { type Migration, statement } from 'weirjs'

/** The result of an event. `unmatched`: its customer, subscription or price is unknown. */
export type Outcome = 'applied' | 'unmatched'

export interface EventRow {
  id: string
  type: string
  outcome: Outcome
  account: string | null
  customer: string | null
  subscription: string | null
  created_at: number
  received_at: number
}

export interface CustomerRow {
  account: string
  customer: string
}

export interface Tables {
  stripe_events: EventRow
  stripe_customers: CustomerRow
  /** When charges were made that were fully refunded, or charged back by a bank. */
  stripe_refunds: { account: string; charge: number }
  stripe_subscriptions: { id: string; version: number }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-stripe',
    async up({ schema }) {
      await schema
        .createTable('stripe_events')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('outcome', 'text', (column) => column.notNull())
        .addColumn('account', 'text')
        .addColumn('customer', 'text')
        .addColumn('subscription', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('received_at', 'bigint', (column) => column.notNull())
        .execute()
      await schema.createIndex('stripe_events_age').on('stripe_events').column('received_at').execute()
      await schema.createIndex('stripe_events_outcome').on('stripe_events').columns(['outcome', 'id']).execute()
      await schema
        .createTable('stripe_customers')
        .addColumn('account', 'text', (column) => column.primaryKey())
        .addColumn('customer', 'text', (column) => column.notNull())
        .addColumn('refunded_charge', 'bigint')
        .execute()
      await schema.createIndex('stripe_customers_customer').on('stripe_customers').column('customer').execute()
      await schema
        .createTable('stripe_subscriptions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('version', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
  {
    name: '002-refunds',
    async up(db) {
      await db.schema
        .createTable('stripe_refunds')
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('charge', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('stripe_refunds_key', ['account', 'charge'])
        .execute()
      await db
        .insertInto('stripe_refunds')
        .columns(['account', 'charge'])
        .expression(
          db
            .selectFrom('stripe_customers')
            .select(['account', 'refunded_charge'])
            .where('refunded_charge', 'is not', null),
        )
        .execute()
      await db.schema.alterTable('stripe_customers').dropColumn('refunded_charge').execute()
    },
  },
]

export const findEvent = statement<[id: string], EventRow>((db, [id]) =>
  db.selectFrom('stripe_events').selectAll().where('id', '=', id),
)
/** Changes no row if the event exists. */
export const addEvent = statement<
  [
    id: string,
    type: string,
    outcome: Outcome,
    account: string | null,
    customer: string | null,
    subscription: string | null,
    createdAt: number,
    receivedAt: number,
  ],
  never
>((db, [id, type, outcome, account, customer, subscription, created_at, received_at]) =>
  db
    .insertInto('stripe_events')
    .values({ id, type, outcome, account, customer, subscription, created_at, received_at })
    .onConflict((same) => same.column('id').doNothing()),
)
/** Assigns unmatched events to an account that is known now. */
export const matchEvents = statement<[account: string, subscription: string], never>((db, [account, subscription]) =>
  db
    .updateTable('stripe_events')
    .set({ outcome: 'applied', account })
    .where('outcome', '=', 'unmatched')
    .where('subscription', '=', subscription),
)
export const dropEvents = statement<[before: number, limit: number], never>((db, [before, limit]) =>
  db
    .deleteFrom('stripe_events')
    .where('id', 'in', db.selectFrom('stripe_events').select('id').where('received_at', '<', before).limit(limit)),
)

export const customerOf = statement<[account: string], CustomerRow>((db, [account]) =>
  db.selectFrom('stripe_customers').selectAll().where('account', '=', account),
)
export const accountOf = statement<[customer: string], CustomerRow>((db, [customer]) =>
  db.selectFrom('stripe_customers').selectAll().where('customer', '=', customer),
)
export const putCustomer = statement<[account: string, customer: string], never>((db, [account, customer]) =>
  db
    .insertInto('stripe_customers')
    .values({ account, customer })
    .onConflict((same) => same.column('account').doUpdateSet({ customer })),
)
export const latestRefund = statement<[account: string], { charge: number }>((db, [account]) =>
  db.selectFrom('stripe_refunds').select('charge').where('account', '=', account).orderBy('charge', 'desc').limit(1),
)
export const noteRefund = statement<[account: string, charge: number], never>((db, [account, charge]) =>
  db
    .insertInto('stripe_refunds')
    .values({ account, charge })
    .onConflict((same) => same.columns(['account', 'charge']).doNothing()),
)
/** The charge of this time was paid after all. */
export const dropRefund = statement<[account: string, charge: number], never>((db, [account, charge]) =>
  db.deleteFrom('stripe_refunds').where('account', '=', account).where('charge', '=', charge),
)

export const versionOf = statement<[id: string], { version: number }>((db, [id]) =>
  db.selectFrom('stripe_subscriptions').select('version').where('id', '=', id),
)
/** These change no row if a newer reading of the subscription was stored meanwhile. */
export const firstVersion = statement<[id: string], never>((db, [id]) =>
  db
    .insertInto('stripe_subscriptions')
    .values({ id, version: 1 })
    .onConflict((same) => same.column('id').doNothing()),
)
export const nextVersion = statement<[version: number, id: string, was: number], never>((db, [version, id, was]) =>
  db.updateTable('stripe_subscriptions').set({ version }).where('id', '=', id).where('version', '=', was),
)
