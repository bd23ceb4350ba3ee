import type { Tx } from '../store/index.ts'

/** Thousandths of a credit, whole: what every amount is inside; shown divided by 1000. */
export type Millicredits = number

/** Millicredits as they are shown. */
export const toCredits = (millicredits: Millicredits) => millicredits / 1000
/** Credits as they are kept. */
export const toMillicredits = (credits: number): Millicredits => Math.round(credits * 1000)

/** Throws TypeError where this is no amount. */
export function checkAmount(millicredits: Millicredits) {
  if (!Number.isSafeInteger(millicredits) || millicredits < 0) {
    throw new TypeError(`An amount must be whole thousandths of a credit, not ${millicredits}`)
  }
}

/** What a charge is for, for the account's usage. */
export interface Use {
  /** The capability or route that it is counted under, such as `scrape`. */
  endpoint: string
  pages?: number
}

/** One of the charges that are made together. */
export interface Charge {
  key: string
  millicredits: Millicredits
  use: Use
}

/** Credits set aside. Disposing it releases what was not captured; it never throws. */
export interface Hold extends AsyncDisposable {
  readonly id: string
  /** Millicredits that `capture` really took. */
  readonly captured: Millicredits
  /**
   * Charges, and releases the rest. Beyond the hold it takes from the balance, down to 0. Once. `also` writes what
   * is charged for in the same transaction: what it throws undoes both.
   */
  capture(millicredits: Millicredits, use: Use, also?: (tx: Tx) => Promise<void>): Promise<void>
}

export interface Balance {
  /** Millicredits granted for this month, used, and held; `available` is what a new hold may take. */
  monthly: Millicredits
  used: Millicredits
  held: Millicredits
  /** Monthly less used, not below 0: holds are not subtracted. */
  remaining: Millicredits
  available: Millicredits
  /** Epoch milliseconds at which the month began, and at which it ends and the credits are refilled. */
  since: number
  refillsAt: number
}

/** The append-only ledger: grant, hold, charge, release, each with a unique key, so that nothing is charged twice. */
export interface Credits {
  balance(accountId: string): Promise<Balance>
  /**
   * Sets credits aside for one request. Throws ApiError `insufficient_credits` (402; details `required`, `available`
   * in credits). After `expiresIn` ms the hold is released; a capture then takes from the balance.
   */
  hold(accountId: string, millicredits: Millicredits, options: { expiresIn: number }): Promise<Hold>
  /** Holds and charges in one: for work that is done already (an answer from the cache). Throws as `hold` does. */
  charge(accountId: string, millicredits: Millicredits, use: Use): Promise<void>
  /** The same within a transaction of the caller: what a job does with its own hold. */
  within(tx: Tx): LedgerTx
  /** Millicredits that all accounts have ever used. */
  total(): Promise<Millicredits>
  /** Ends the reaping of holds that have expired. */
  close(): void
}

/**
 * The ledger's moves inside somebody's transaction. A move's `key` is unique in the account, and one that exists
 * changes nothing. A hold made here does not expire: its maker releases it.
 */
export interface LedgerTx {
  /** Throws as `Credits.hold` does. */
  hold(accountId: string, holdId: string, millicredits: Millicredits): Promise<void>
  /** Gives what was really taken, of the hold first: less than asked for where hold and balance end. */
  charge(accountId: string, holdId: string, key: string, millicredits: Millicredits, use: Use): Promise<Millicredits>
  /**
   * The same for several, which cost little more than one: reads what charges of these keys need, and gives what
   * makes them. What there is, is shared out in their order. The caller keeps others from the hold, as by locking its
   * job: charges that it covers then keep nobody from the account, for which all its jobs would wait.
   */
  prepareCharges(accountId: string, holdId: string, keys: readonly string[]): Promise<MakeCharges>
  release(accountId: string, holdId: string): Promise<void>
  /** Opens the balance of a new account, and its first month, which ends on this day of the next. */
  open(accountId: string, monthly: Millicredits): Promise<void>
  /** Changes what the account is granted a month, this one included. */
  allow(accountId: string, monthly: Millicredits): Promise<void>
  /** Has the account's months follow what is paid for them. Saying the same again changes nothing. */
  follow(accountId: string, refills: Refills): Promise<void>
}

/** Gives what was really taken for each. */
export type MakeCharges = (charges: readonly Charge[]) => Promise<Millicredits[]>

/** When an account's months begin, and which of them are granted. */
export interface Refills {
  /** Months begin on this moment's day, at its time of day; left out, they begin as they did. */
  anchor?: number
  /**
   * Months that begin at this time or later are granted when a later time is said, and until then what is left of the
   * last one can be used. Null: each is granted as it comes.
   */
  until: number | null
  /** Begins a month now, with all its credits: once for each text, whatever else was said since. */
  restart?: string
}
