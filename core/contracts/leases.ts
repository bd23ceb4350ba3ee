/** A name that this process holds. */
export interface Lease {
  /** Releases the name. Calling it again has no effect. */
  release(): void
}

/** Named locks across all processes that share the store. */
export interface Leases {
  /**
   * Takes a name until it is released, or until some seconds after this process has died. If it is taken, returns the
   * holder's `note`. Throws ApiError `service_unavailable` (503) if the store is unavailable.
   */
  take(name: string, note?: string): Promise<Lease | { heldWith: string }>
  /** Waits until a name may be free; then try `take` again. Rejects with the signal's reason. */
  free(name: string, signal: AbortSignal): Promise<void>
  /** Releases all names. */
  close(): Promise<void>
}
