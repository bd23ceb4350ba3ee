import type { Clock } from '../../clock.ts'
import type { FairQueue } from '../../contracts/fair-queue.ts'
import type { Tx } from '../../store/index.ts'
import type { JobRegistry } from '../registry.ts'
import { pauseOf } from '../store/job-row.ts'
import { writeJob } from '../store/statements/jobs.ts'
import type { JobRow } from '../store/tables.ts'
import type { JobAccounts } from './accounts.ts'

export interface SavePorts {
  /** Wakes the worker at this time, in epoch milliseconds. */
  alarm(at: number): void
}

/** Saves a job's row, and sets the worker's alarm to its `wake_at`. `before`: see `writeJob`. */
export function saveJob({ alarm }: SavePorts, tx: Tx, job: JobRow, before?: Readonly<JobRow>) {
  writeJob(tx, job, before)
  const { wake_at } = job
  if (wake_at !== null) tx.after(() => alarm(wake_at))
}

export interface SchedulePorts extends SavePorts {
  clock: Clock
  registry: JobRegistry
  queue: FairQueue
  accounts: JobAccounts
}

/** Marks the job as ready and offers its account to the queue. The row must be saved afterwards. */
export async function scheduleJob({ clock, registry, queue, accounts }: SchedulePorts, tx: Tx, job: JobRow) {
  if (job.ended_at !== null || job.ending !== null || job.activated === 0 || !registry.has(job.kind)) return
  const pause = pauseOf(job, clock.now())
  if (pause > 0) {
    job.wake_at = clock.now() + pause
    return
  }
  job.ready = 1
  const { weight } = await accounts.get(job.account)
  await queue.offer(tx, job.account, weight)
}
