import { expect } from 'bun:test'
import { sql } from 'kysely'
import type { Opened } from '../open-accounts.ts'

export const use = { endpoint: 'scrape', pages: 1 }
export const brief = { expiresIn: 60_000 }

/** The sums of an account's ledger and holds, beside its balance. */
export async function audit({ store }: Opened, account: string) {
  const { rows } = await sql<{ left: number; held: number; spent: number }>`
    select sum(amount) as left, sum(held) as held, -sum(case when kind = 'charge' then amount else 0 end) as spent
    from ledger where account = ${account}`.execute(store.db())
  const { rows: balances } = await sql<{ monthly: number; used: number; held: number; spent: number }>`
    select monthly, used, held, spent from balances where account = ${account}`.execute(store.db())
  const { rows: holds } = await sql<{ held: number }>`
    select coalesce(sum(held), 0) as held from holds where account = ${account}`.execute(store.db())
  const balance = balances[0]!
  return {
    ledger: rows[0]!,
    balance: { left: balance.monthly - balance.used, held: balance.held, spent: balance.spent },
    holds: holds[0]!.held,
  }
}

export async function expectBooksToAgree(world: Opened, account: string) {
  const { ledger, balance, holds } = await audit(world, account)
  expect(ledger).toEqual(balance)
  expect(holds).toBe(balance.held)
}

export const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (error) => error,
  )
  return error && { status: error.status, code: error.code, details: error.details }
}
