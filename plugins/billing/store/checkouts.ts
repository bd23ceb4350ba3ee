import { isId, type Kit, pageOf, type Tx } from 'weirjs'
import type { BillingPeriod, Checkout, PaidPlan } from '../service.ts'
import type { CheckoutRow, CheckoutStatus, Tables } from './tables.ts'

export interface NewCheckout extends Checkout {
  provider: string
  account: string
  plan: PaidPlan
  billingPeriod: BillingPeriod
}

/** How an open checkout ends; `by` is the administrator who decided. */
export interface CheckoutEnd {
  status: Exclude<CheckoutStatus, 'open'>
  by?: string
  reason?: string
}

export interface Checkouts {
  /** Newest first. */
  openOf(account: string, tx?: Tx): Promise<CheckoutRow[]>
  find(provider: string, id: string, tx?: Tx): Promise<CheckoutRow | undefined>
  add(tx: Tx, checkout: NewCheckout): Promise<void>
  /** Has no effect on a checkout that is not open. */
  end(tx: Tx, provider: string, id: string, end: CheckoutEnd): Promise<void>
  /** Newest first. */
  list(
    provider: string,
    options: { status?: CheckoutStatus; limit: number; cursor?: string },
  ): Promise<{ checkouts: CheckoutRow[]; nextCursor: string | null }>
}

export function createCheckouts({ store, clock }: Pick<Kit, 'store' | 'clock'>): Checkouts {
  const read = (db: Pick<Tx, 'db'>) => db.db<Tables>().selectFrom('billing_checkouts').selectAll()
  return {
    openOf: (account, tx) =>
      read(tx ?? store)
        .where('account', '=', account)
        .where('status', '=', 'open')
        .orderBy('created_at', 'desc')
        .execute(),
    find: (provider, id, tx) =>
      read(tx ?? store)
        .where('provider', '=', provider)
        .where('id', '=', id)
        .executeTakeFirst(),
    async add(tx, { sessionId, checkoutUrl, reusableUntil, provider, account, plan, billingPeriod }) {
      const row: CheckoutRow = {
        id: sessionId,
        provider,
        account,
        plan,
        billing_period: billingPeriod,
        url: checkoutUrl,
        status: 'open',
        reusable_until: reusableUntil,
        created_at: clock.now(),
        decided_at: null,
        decided_by: null,
        reason: null,
      }
      const insert = tx.db<Tables>().insertInto('billing_checkouts').values(row)
      // Its result may have been reported before.
      await insert.onConflict((same) => same.columns(['provider', 'id']).doNothing()).execute()
    },
    async end(tx, provider, id, { status, by = null, reason = null }) {
      await tx
        .db<Tables>()
        .updateTable('billing_checkouts')
        .set({ status, decided_at: clock.now(), decided_by: by, reason })
        .where('provider', '=', provider)
        .where('id', '=', id)
        .where('status', '=', 'open')
        .execute()
    },
    async list(provider, { status, limit, cursor }) {
      let query = read(store)
        .where('provider', '=', provider)
        .orderBy('id', 'desc')
        .limit(limit + 1)
      if (status !== undefined) query = query.where('status', '=', status)
      if (cursor !== undefined) query = query.where('id', '<', cursor)
      const { page, nextCursor } = pageOf(await query.execute(), limit)
      return { checkouts: page, nextCursor }
    },
  }
}

/** Prefix of the ids of manual sessions. */
export const SESSION = 'chk'
export const isSession = (text: string) => isId(SESSION, text)
