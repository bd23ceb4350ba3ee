import type { Tx } from '../store/port.ts'

/** A slice of one account's work that may begin now. */
export interface Slice {
  readonly accountId: string
  /** Maximum items of this slice; it is higher if no other account waits. */
  readonly limit: number
  /** Ends the slice: how many items were begun, and whether the account may have more to begin. */
  end(begun: number, more: boolean): Promise<void>
}

/** How much work to take, and for whom. */
export interface SliceRequest {
  /** Items that may begin now, in all slices together. At least 1. */
  places: number
  /** Accounts that cannot begin anything here at present: they are skipped, and keep their turn. */
  except?: ReadonlySet<string>
}

/**
 * Decides which account is served next. Accounts with work take turns by weight: an account of weight 4 begins four
 * items for each item of an account of weight 1. An account is offered when it may have work, and leaves when a slice
 * finds no more. Implementations must pass `fairQueueConformance` of `weirjs/testing`.
 */
export interface FairQueue {
  /**
   * The account has work once the transaction commits. For an account that waits already, this changes its weight.
   */
  offer(tx: Tx, accountId: string, weight: number): Promise<void>
  /**
   * Takes the next slices: at least one, or none if no account has work. Across all processes, an account has no more
   * slices out at a time than its weight. Slices of a process that dies come back by themselves.
   */
  take(request: SliceRequest): Promise<readonly Slice[]>
  /** Calls the listener when there may be something to take. Returns a function that stops it. */
  watch(listener: () => void): () => void
  /** Stops timers and connections. */
  close(): Promise<void>
}
