/** How a host wants to be treated. */
export interface HostPolicy {
  /** Items at once, over all jobs and machines. */
  parallel?: number
  /** Milliseconds between the beginnings of two items. */
  gap?: number
  /** Epoch milliseconds before which it is left in peace. */
  notBefore?: number
}
