import { defineProviders, type Static, type TSchema, type Tx } from 'weirjs'
import type { JobError } from 'weirjs/schemas'

export { diffTask } from './compare/diff-task.ts'
export type { TextDifference } from './compare/show.ts'

/** What a monitor has to tell. */
export interface Notice {
  /** `ntc_…`; the same at each attempt, and for each who is told. */
  id: string
  event: 'monitor.changed' | 'monitor.failed'
  /** The account's id; not to be shown. */
  account: string
  monitor: { id: string; name: string; url: string }
  /** When the page was looked at, ISO 8601. */
  at: string
  /** Percent of the text; null for a run that failed. */
  changePercent: number | null
  addedLines: number
  removedLines: number
  /** Unified; null where there is none. At most 64 KiB. */
  diff: string | null
  /** Why the run failed. */
  error: Static<typeof JobError> | null
  links: {
    /** The page that is watched. */
    page: string
    /** The monitor's history in the API. */
    history: string
  }
}

interface Target<S extends TSchema> {
  /** The schema of its target, as `options.notifications` takes it under the provider's name, with a description. */
  target: S
  /**
   * Looks at a target when a monitor is made or changed. Throws `invalid_request` for one that cannot do, or gives
   * warnings, such as that mail is not set up.
   */
  check(target: Static<S>, accountId: string): Promise<readonly string[]>
}

/**
 * Tells somebody of a change or a failure. The provider's name is its key in `options.notifications`: `email`,
 * `webhook`, `ntfy`, `slack`, `telegram`.
 */
export type Notifier<S extends TSchema = TSchema> =
  | (Target<S> & {
      /** Delivers, from the outbox: throws to be tried again, over some hours. */
      notify(target: Static<S>, notice: Notice, signal: AbortSignal): Promise<void>
    })
  | (Target<S> & {
      /** For who has an outbox: writes the notice into it, in the transaction of the run. */
      write(tx: Tx, target: Static<S>, notice: Notice): Promise<void>
    })

/** All who tell of changes; whoever wants to provides one. */
export const notifiers = defineProviders<Notifier>('monitors.notifiers')
