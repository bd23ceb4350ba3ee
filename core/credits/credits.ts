import type { Tx } from '../store/index.ts'

/** Whole thousandths of a credit. All amounts are in this unit internally. */
export type Millicredits = number

/** Converts millicredits to credits, for display. */
export const toCredits = (millicredits: Millicredits) => millicredits / 1000
/** Converts credits to millicredits. */
export const toMillicredits = (credits: number): Millicredits => Math.round(credits * 1000)

/** Throws TypeError for an invalid amount. */
export function checkAmount(millicredits: Millicredits) {
  if (!Number.isSafeInteger(millicredits) || millicredits < 0) {
    throw new TypeError(`An amount must be whole thousandths of a credit, not ${millicredits}`)
  }
}

/** What a charge is for, for the account's usage. */
export interface Use {
  /** The capability or route under which it is counted, such as `scrape`. */
  endpoint: string
  pages?: number
}

/** One of several charges that are made together. */
export interface Charge {
  key: string
  millicredits: Millicredits
  use: Use
}

/** Remembers the charge of a request with an `Idempotency-Key`, so that repeating it does not charge again. */
export interface ChargeKeeper {
  /** The key of the charge that an earlier request has made, whose answer was not stored. */
  readonly chargeKey: string | undefined
  /** Remembers the charge of this request, of which there is one at most. */
  keepCharge(tx: Tx, key: string): Promise<void>
}

export interface ChargeOptions {
  /** From the route's context, if the request has an `Idempotency-Key`. Stored in the charge's own transaction. */
  idempotency?: ChargeKeeper | undefined
}

export interface HoldOptions extends ChargeOptions {
  /** Milliseconds after which the hold is released. */
  expiresIn: number
}

/** Credits that are set aside. Disposing a hold that was not captured releases it, and never throws. */
export interface Hold extends AsyncDisposable {
  readonly id: string
  /** Millicredits that `capture` has charged. */
  readonly captured: Millicredits
  /**
   * Charges an amount and releases the rest. What exceeds the hold is taken from the balance, down to 0. Can be
   * called once. `also` writes in the same transaction; if it throws, both are undone.
   */
  capture(millicredits: Millicredits, use: Use, also?: (tx: Tx) => Promise<void>): Promise<void>
}

export interface Balance {
  /** Millicredits granted for this month, used, and held; `available` is what a new hold may take. */
  monthly: Millicredits
  used: Millicredits
  held: Millicredits
  /** Monthly less used, at least 0. Holds are not subtracted. */
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
   * Sets credits aside for one request. Throws ApiError `insufficient_credits` (402; details `required` and
   * `available` in credits). After `expiresIn` ms the hold is released, and a capture takes from the balance. Holds
   * nothing for a request that was charged before.
   */
  hold(accountId: string, millicredits: Millicredits, options: HoldOptions): Promise<Hold>
  /**
   * Holds and charges in one step, for work that is done already (an answer from the cache). Throws as `hold` does.
   */
  charge(accountId: string, millicredits: Millicredits, use: Use, options?: ChargeOptions): Promise<void>
  /** The ledger within a transaction of the caller, as jobs use it for their holds. */
  within(tx: Tx): LedgerTx
  /** Millicredits that all accounts have used in total. */
  total(): Promise<Millicredits>
  /** Stops releasing expired holds. */
  close(): Promise<void>
}

/**
 * The ledger within a transaction. A `key` is unique within the account: a move with an existing key changes nothing.
 * A hold that is made here does not expire, and must be released.
 */
export interface LedgerTx {
  /** Throws as `Credits.hold` does. */
  hold(accountId: string, holdId: string, millicredits: Millicredits): Promise<void>
  /** Charges from the hold first, then from the balance. Returns what was charged: less if both are used up. */
  charge(accountId: string, holdId: string, key: string, millicredits: Millicredits, use: Use): Promise<Millicredits>
  /**
   * The same for several charges, which cost little more than one: reads what charges with these keys need, and
   * returns a function that makes them, in order. The caller must keep others from the hold, for example by locking
   * its job. Charges that the hold covers then do not lock the account, for which all its jobs would wait.
   */
  prepareCharges(accountId: string, holdId: string, keys: readonly string[]): Promise<MakeCharges>
  release(accountId: string, holdId: string): Promise<void>
  /** Opens the balance of a new account. Its first month ends on the same day of the next calendar month. */
  open(accountId: string, monthly: Millicredits): Promise<void>
  /** Changes the credits that the account is granted per month, including the current one. */
  allow(accountId: string, monthly: Millicredits): Promise<void>
  /** Aligns the account's months with its payments. Calling it again with the same values changes nothing. */
  follow(accountId: string, refills: Refills): Promise<void>
}

/** Returns what was charged for each. */
export type MakeCharges = (charges: readonly Charge[]) => Promise<Millicredits[]>

/** When an account's months begin, and which are granted. */
export interface Refills {
  /** Months begin on the day and at the time of this moment. Default: unchanged. */
  anchor?: number
  /**
   * Months that begin from this time on are not granted until it is moved; what is left of the last one can still be
   * used. Null: each month is granted when it begins.
   */
  until: number | null
  /** Starts a new month now, with all its credits. Each text does so only once. */
  restart?: string
}
