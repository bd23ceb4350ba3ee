import type { Clock } from '../../clock.ts'
import type { Ready } from '../engine.ts'
import type { GuardedFetch } from '../fetch.ts'

/** What a check can use. No store is open, and no server need run. */
export interface CheckKit<C = unknown> {
  /** The plugin's own settings, with defaults filled in. */
  config: C
  clock: Clock
  /** Fetches from a service whose address the operator configured, like the one of the plugin's kit. */
  operatorFetch(address: string): GuardedFetch
}

/**
 * Checks an external service that a plugin's settings refer to, such as a mail server, without changing anything
 * there. `weir doctor` runs all checks in parallel.
 */
export interface Check<C = unknown> {
  /**
   * What is checked, as the doctor shows it. With the name `service.id name` it replaces the health of that provider.
   */
  name: string
  /**
   * Whether the service can be used and, if not, which setting to look at. `configured` is false if no setting refers
   * to it. After some seconds the check is given up, and the signal aborted.
   */
  run(kit: CheckKit<C>, signal: AbortSignal): Promise<Ready>
}
