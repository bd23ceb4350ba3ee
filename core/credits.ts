import type { Tx } from './store/index.ts'

/** Thousandths of a credit, whole: what every amount is inside; shown divided by 1000. */
export type Millicredits = number

/** What a charge is for, for the account's usage. */
export interface Use {
  /** The capability or route that it is counted under, such as `scrape`. */
  endpoint: string
  pages?: number
}

/** Credits set aside. Disposing it releases what was not captured; it never throws. */
export interface Hold extends AsyncDisposable {
  readonly id: string
  /** Millicredits that `capture` really took. */
  readonly captured: Millicredits
  /** Charges, and releases the rest. Beyond the hold it takes from the balance, down to 0. Once. */
  capture(millicredits: Millicredits, use: Use): Promise<void>
}

export interface Balance {
  /** Millicredits granted for this month, used, and held; `available` is what a new hold may take. */
  monthly: Millicredits
  used: Millicredits
  held: Millicredits
  available: Millicredits
  /** Epoch milliseconds at which the month ends and the credits are refilled. */
  refillsAt: number
}

/** The append-only ledger: grant, hold, charge, release, each with a unique key, so that nothing is charged twice. */
export interface Credits {
  balance(accountId: string): Promise<Balance>
  /** Throws ApiError `insufficient_credits` (402; details `required`, `available` in credits). A hold expires by itself. */
  hold(accountId: string, millicredits: Millicredits, options: { expiresIn: number }): Promise<Hold>
  /** Holds and charges in one: for work that is done already (an answer from the cache). */
  charge(accountId: string, millicredits: Millicredits, use: Use): Promise<void>
  /** The same within a transaction of the caller: what a job does with its own hold. */
  within(tx: Tx): LedgerTx
}

/** The ledger's moves inside somebody's transaction. `key` is unique for each move, and a key that exists changes nothing. */
export interface LedgerTx {
  hold(accountId: string, holdId: string, millicredits: Millicredits): Promise<void>
  /** Gives what was really taken: less than asked for where hold and balance end. */
  charge(accountId: string, holdId: string, key: string, millicredits: Millicredits, use: Use): Promise<Millicredits>
  release(accountId: string, holdId: string): Promise<void>
}
