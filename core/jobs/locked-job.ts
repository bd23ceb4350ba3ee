import type { Tx } from '../store/index.ts'
import type { RegisteredJob } from './registry.ts'
import type { JobRow } from './store/tables.ts'

/**
 * A job that a transaction has locked or has just made. What happens to it changes `job` in memory; `saveJob` writes
 * that down.
 */
export interface LockedJob {
  tx: Tx
  job: JobRow
  registered: RegisteredJob
}
