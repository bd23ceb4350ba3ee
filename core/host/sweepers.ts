import type { createAudit } from '../audit/audit.ts'
import type { Clock } from '../clock.ts'
import type { Leases } from '../contracts/leases.ts'
import type { Files } from '../files/files.ts'
import { dropExpiredAnswers } from '../http/idempotency/kept-answers.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/index.ts'
import { createSweeper } from '../store/sweeper.ts'

const HOUR = 3_600_000

export interface SweepersParts {
  files: Files
  audit: Pick<ReturnType<typeof createAudit>, 'sweep'>
  /** Days for which audit log entries are kept; 0 keeps them forever. */
  auditDays: number
  store: Store
  clock: Clock
  leases: Leases
  log: Log
}

/** What deletes the core's expired data, besides its jobs. */
export function createSweepers({ files, audit, auditDays, store, clock, leases, log }: SweepersParts) {
  const sweepers = [
    createSweeper({
      what: 'Unused files',
      sweep: async () => {
        await files.sweep()
        return false
      },
      first: 60_000,
      every: HOUR,
      leases,
      log,
    }),
    createSweeper({
      what: 'Old entries of the audit log',
      sweep: async () => auditDays > 0 && audit.sweep(auditDays),
      first: 180_000,
      every: HOUR,
      leases,
      log,
    }),
    createSweeper({
      what: 'Answers to requests with an Idempotency-Key',
      sweep: async () => {
        await dropExpiredAnswers(store, clock)
        return false
      },
      first: 240_000,
      every: 10 * 60_000,
      leases,
      log,
    }),
  ]
  return {
    start() {
      for (const sweeper of sweepers) sweeper.start()
    },
    async close() {
      for (const sweeper of sweepers) await sweeper.close()
    },
  }
}
