import type { Tx } from '../store/port.ts'

/** A slice of one account's work, which may be begun now. */
export interface Slice {
  readonly accountId: string
  /** Items of this slice at most; more where nobody else waits. */
  readonly limit: number
  /** Ends the slice: how many items were begun, and whether the account may have more to begin. */
  end(begun: number, more: boolean): Promise<void>
}

/** For whom slices are taken. */
export interface SliceRequest {
  /** Items that may begin now, of all slices together. At least 1. */
  places: number
  /** Accounts that can begin nothing here at present: they are passed over, and keep their turn. */
  except?: ReadonlySet<string>
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
  /**
   * Takes the slices that are next, one at least; none when no account has work. Of one account no more are out at a
   * time than its weight, over all processes. What a process has taken that dies comes back by itself.
   */
  take(request: SliceRequest): Promise<readonly Slice[]>
  /** Calls when there may be something to take, so that nobody need ask again and again. Gives what ends it. */
  watch(listener: () => void): () => void
  /** Ends what it does by itself. */
  close(): Promise<void>
}
