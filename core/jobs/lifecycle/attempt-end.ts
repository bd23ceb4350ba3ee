import type { Outcome } from '../../contracts/jobs/job.ts'
import type { ApiError } from '../../errors.ts'
import type { PackedResult } from '../store/results.ts'

/** How one attempt at an item ended. */
export type AttemptEnd =
  | Done
  | { kind: 'failed'; error: ApiError }
  /** Its job is being ended. */
  | { kind: 'cancelled' }
  /** Its process stops, or has ended: another begins it anew. */
  | { kind: 'lost'; end: ProcessEnd }

export interface Done {
  kind: 'done'
  outcome: Outcome<unknown, unknown>
  packed: PackedResult | undefined
  files: readonly { hash: string }[]
}

/**
 * How the process ended that had an item under way: it was stopped; it was killed from outside, or nobody knows
 * better; or it crashed, which some item may have caused. `newcomers` tells whether some were under way that had seen
 * no crash before.
 */
export type ProcessEnd = { by: 'stop' } | { by: 'kill' } | { by: 'crash'; newcomers: boolean }
