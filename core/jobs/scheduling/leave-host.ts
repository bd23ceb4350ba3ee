import type { Tx } from '../../store/index.ts'
import { openPartitionsOfHost } from '../store/statements/partitions.ts'
import type { JobRow } from '../store/tables.ts'
import { hostLimits } from './host-limits.ts'
import { type SchedulePorts, wakeJob } from './schedule.ts'

/** Gives the host's permit back, and has those jobs looked at that waited for it. */
export async function leaveHost(ports: SchedulePorts, tx: Tx, job: JobRow, host: string) {
  await hostLimits.release(tx, host)
  for (const { job: n } of await tx.all(openPartitionsOfHost, host)) {
    // This job is scheduled with the rest of what happens to it.
    if (n !== job.n) await wakeJob(ports, tx, n)
  }
}
