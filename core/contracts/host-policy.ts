/** How fast items of a host may run. */
export interface HostPolicy {
  /** Items that run at once, across all jobs and machines. */
  parallel?: number
  /** Minimum milliseconds between the starts of two items. */
  gap?: number
  /** Epoch milliseconds before which no item starts. */
  notBefore?: number
}
