import { defineProviders, type Static, type TSchema, type Tx } from 'weirjs'
import type { JobError } from 'weirjs/schemas'

export { diffTask } from './compare/diff-task.ts'
export type { TextDifference } from './compare/show.ts'

/** A notice of a change or a failure. */
export interface Notice {
  /** `ntc_…`; the same for each attempt and each notifier. */
  id: string
  event: 'monitor.changed' | 'monitor.failed'
  /** The account's id, which must not be shown. */
  account: string
  monitor: { id: string; name: string; url: string }
  /** When the page was fetched, ISO 8601. */
  at: string
  /** Percent of the text; null for a failed run. */
  changePercent: number | null
  addedLines: number
  removedLines: number
  /** Unified diff of at most 64 KiB; null if there is none. */
  diff: string | null
  /** Why the run failed. */
  error: Static<typeof JobError> | null
  links: {
    /** The watched page. */
    page: string
    /** The monitor's history in the API. */
    history: string
  }
}

interface Target<S extends TSchema> {
  /** The schema of its target in `options.notifications`, under the provider's name. Needs a description. */
  target: S
  /**
   * Checks a target when a monitor is created or updated. Throws `invalid_request` for an invalid one. Returns
   * warnings, such as that mail is not set up.
   */
  check(target: Static<S>, accountId: string): Promise<readonly string[]>
}

/**
 * Notifies somebody of a change or a failure. The provider's name is its key in `options.notifications`: `email`,
 * `webhook`, `ntfy`, `slack`, `telegram`.
 */
export type Notifier<S extends TSchema = TSchema> =
  | (Target<S> & {
      /** Delivers a notice from the outbox. If it throws, it is retried for some hours. */
      notify(target: Static<S>, notice: Notice, signal: AbortSignal): Promise<void>
    })
  | (Target<S> & {
      /** For notifiers with an outbox of their own: writes the notice to it, in the transaction of the run. */
      write(tx: Tx, target: Static<S>, notice: Notice): Promise<void>
    })

/** All notifiers. Any plugin can provide one. */
export const notifiers = defineProviders<Notifier>('monitors.notifiers')
