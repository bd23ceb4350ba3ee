import type { Tx } from '../store/port.ts'

/** A slice of one account's work, which may be begun now. */
export interface Slice {
  readonly accountId: string
  /** Items of this slice at most; more where nobody else waits. */
  readonly limit: number
  /** Ends the slice: how many items were begun, and whether the account may have more to begin. */
  end(begun: number, more: boolean): Promise<void>
}

/**
 * Which account is served next. Accounts that have work take turns, as often as their weights say: one of weight 4
 * begins four items where one of weight 1 begins one. An account is offered when there may be something to begin, and
 * leaves when a slice finds nothing more. Implementations pass `fairQueueConformance` of `weirjs/testing`.
 */
export interface FairQueue {
  /**
   * This account has work from when the transaction commits. Again on one that waits already changes its weight.
   */
  offer(tx: Tx, accountId: string, weight: number): Promise<void>
  /** Takes the slice that is next; undefined when no account has work. Of one account one slice is out at a time. */
  next(): Promise<Slice | undefined>
  /** Calls after an offer, so that nobody need ask again and again. Gives what ends it. */
  watch(listener: () => void): () => void
}
