/** A name that is held. */
export interface Lease {
  /** Lets others have it. Releasing twice releases once. */
  release(): void
}

/** Names that one of all processes that share the store holds at a time. */
export interface Leases {
  /**
   * Takes a name until it is released, or some seconds after this process has died. `note` is for those who find it
   * held, who get the holder's. Throws ApiError `service_unavailable` (503) when the store is out of reach.
   */
  take(name: string, note?: string): Promise<Lease | { heldWith: string }>
  /** Waits until a name may be free: it is to be taken again. Rejects with the signal's reason. */
  free(name: string, signal: AbortSignal): Promise<void>
  /** Releases all. */
  close(): Promise<void>
}
