import type { Clock } from '../../clock.ts'
import type { Ready } from '../engine.ts'
import type { GuardedFetch } from '../fetch.ts'

/** What a check works with: no store is open, and no server need run. */
export interface CheckKit<C = unknown> {
  /** The plugin's own settings, defaults filled in. */
  config: C
  clock: Clock
  /** The way to a service whose address the operator configured; bounded and checked as that of the plugin's kit. */
  operatorFetch(address: string): GuardedFetch
}

/**
 * Something elsewhere that settings of a plugin lead to, such as a mail server: `weir doctor` tries it, all of them
 * side by side. It changes nothing there.
 */
export interface Check<C = unknown> {
  /**
   * What is tried, as the doctor shows it. Of a provider of a service it is `service.id name`, and tells in place of
   * the provider's own health.
   */
  name: string
  /**
   * Whether it can be used; where not, with the setting to look at as the remedy. Not `configured` where no setting
   * leads to it. It is given up after some seconds, which abort the signal.
   */
  run(kit: CheckKit<C>, signal: AbortSignal): Promise<Ready>
}
