import type { Tx } from '../../store/index.ts'
import { saveJob, scheduleJob } from '../scheduling/schedule.ts'
import { isSeeding } from '../store/job-row.ts'
import { expiredLeases, findNewcomer } from '../store/statements/claims.ts'
import { lockJob } from '../store/statements/jobs.ts'
import type { JobRow, JobTables } from '../store/tables.ts'
import { continueEnding } from './cancel.ts'
import { completeItem } from './complete-item.ts'
import type { EndItemPorts } from './end-item.ts'
import type { ProcessEnd } from './resolve-end.ts'
import { abandonJob, type SeedPorts } from './seed.ts'

/** Rows that are looked at in one transaction. */
const BATCH = 500

/** Who recovers, and whether a crash of its own ended the process before. */
export interface Recovery {
  workerId: string
  alone: boolean
  crashed: boolean
}

/** Requeues what workers had under way that are dead. One that alone uses the store knows that all others are. */
export async function recoverExpiredLeases(ports: EndItemPorts, { workerId, alone, crashed }: Recovery) {
  const { store, registry, clock, log } = ports
  const before = alone ? Number.MAX_SAFE_INTEGER : clock.now()
  /** The dead, and whether they had newcomers under way: before any of those is requeued. */
  const newcomers = new Map<string, boolean>()
  const endOf = async (tx: Tx, dead: { worker: string; lease: number }): Promise<ProcessEnd> => {
    if (dead.lease < 0) return { by: 'stop' }
    if (!crashed) return { by: 'kill' }
    const found = newcomers.get(dead.worker) ?? (await tx.get(findNewcomer, dead.worker)) !== undefined
    newcomers.set(dead.worker, found)
    return { by: 'crash', newcomers: found }
  }
  let items = 0
  for (let found = BATCH; found === BATCH; ) {
    found = await store.write(async (tx) => {
      const rows = await tx.all(expiredLeases, workerId, before, BATCH)
      let recovered = 0
      for (const row of rows) {
        const job = await tx.get(lockJob, row.job)
        const registered = job && registry.get(job.kind)
        const end = await endOf(tx, row)
        if (!registered) continue
        await completeItem(ports, tx, { job, registered, item: row }, row.worker, { kind: 'lost', end })
        recovered++
        if (row.lease > 0) items++
      }
      // What is left where none was recovered belongs to plugins that are switched off.
      return recovered === 0 ? 0 : rows.length
    })
  }
  if (items === 0) return
  const again = crashed ? 'done again, one at a time, as one of them may be the cause' : 'done again'
  log.warn(`A process ended without stopping; what it had under way is ${again}`, { items })
}

/**
 * Has every job looked at that is under way, as the queue is empty yet, and the process before may have had fewer
 * plugins. Those are abandoned whose items were still being stored.
 */
export async function resumeJobs(ports: EndItemPorts & SeedPorts, alone: boolean) {
  const { store, registry } = ports
  for (let after = 0; ; ) {
    const jobs: JobRow[] = await store
      .db<JobTables>()
      .selectFrom('jobs')
      .selectAll()
      .where('ended_at', 'is', null)
      .where('n', '>', after)
      .orderBy('n')
      .limit(BATCH)
      .execute()
    if (alone) for (const job of jobs) if (isSeeding(job)) await abandonJob(ports, job.n)
    await store.write(
      async (tx) => {
        for (const { n } of jobs.filter(({ ending }) => ending === null)) {
          const job = await tx.get(lockJob, n)
          if (!job || !registry.has(job.kind)) continue
          await scheduleJob(ports, tx, job)
          await saveJob(ports, tx, job)
        }
      },
      { durable: false },
    )
    for (const { n } of jobs.filter(({ ending }) => ending !== null)) await continueEnding(ports, n)
    if (jobs.length < BATCH) return
    after = jobs.at(-1)!.n
  }
}
