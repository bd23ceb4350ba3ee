import type { Tx } from '../../store/index.ts'
import type { JobRow, JobTables } from '../store/tables.ts'
import { settle } from './complete-item.ts'
import { drainRest } from './end.ts'
import type { ProcessEnd } from './quarantine.ts'
import { type Machine, makeReady, saveJob } from './runtime.ts'

/** Rows that are looked at in one transaction. */
const AT_ONCE = 500

/** Who takes over, and whether a crash of its own ended the process before. */
export interface TakeOver {
  owner: string
  alone: boolean
  crashed: boolean
}

/** Puts back what processes had under way that are dead. One that alone uses the store knows that all others are. */
export async function takeOver(machine: Machine, { owner, alone, crashed }: TakeOver) {
  const { store, books, kinds, clock, log } = machine
  const before = alone ? Number.MAX_SAFE_INTEGER : clock.now()
  /** The dead, and whether they had newcomers under way: before any of those is put back. */
  const newcomers = new Map<string, boolean>()
  const endOf = async (tx: Tx, dead: { owner: string; lease: number }): Promise<ProcessEnd> => {
    if (dead.lease < 0) return { by: 'stop' }
    if (!crashed) return { by: 'kill' }
    const found = newcomers.get(dead.owner) ?? (await tx.get(books.findNewcomer, dead.owner)) !== undefined
    newcomers.set(dead.owner, found)
    return { by: 'crash', newcomers: found }
  }
  let items = 0
  for (let found = AT_ONCE; found === AT_ONCE; ) {
    found = await store.write(async (tx) => {
      const rows = await tx.all(books.lostItems, owner, before, AT_ONCE)
      for (const row of rows) {
        const job = await tx.get(books.lockJob, row.job)
        const kind = job && kinds.get(job.kind)
        const end = await endOf(tx, row)
        if (kind) await settle(machine, tx, { job, kind, item: row }, row.owner, { kind: 'lost', end })
        if (row.lease > 0) items++
      }
      return rows.length
    })
  }
  if (items === 0) return
  const again = crashed ? 'done again, one at a time, as one of them may be the cause' : 'done again'
  log.warn(`A process ended without stopping; what it had under way is ${again}`, { items })
}

/**
 * Has every job looked at that is under way: nobody's turn is in memory yet, and the process before may have known
 * fewer kinds.
 */
export async function wakeJobs(machine: Machine) {
  const { store, books, kinds } = machine
  for (let after = 0; ; ) {
    const jobs: JobRow[] = await store
      .db<JobTables>()
      .selectFrom('jobs')
      .selectAll()
      .where('ended_at', 'is', null)
      .where('n', '>', after)
      .orderBy('n')
      .limit(AT_ONCE)
      .execute()
    await store.write(
      async (tx) => {
        for (const { n } of jobs.filter(({ ending }) => ending === null)) {
          const job = await tx.get(books.lockJob, n)
          if (!job || !kinds.has(job.kind)) continue
          await makeReady(machine, tx, job)
          await saveJob(machine, tx, job)
        }
      },
      { durable: false },
    )
    for (const { n } of jobs.filter(({ ending }) => ending !== null)) await drainRest(machine, n)
    if (jobs.length < AT_ONCE) return
    after = jobs.at(-1)!.n
  }
}
