import type { Outcome } from '../../contracts/job.ts'
import type { ApiError } from '../../errors.ts'
import type { PackedResult } from '../store/results.ts'
import type { ProcessEnd } from './quarantine.ts'

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
