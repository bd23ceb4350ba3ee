import { drainRest } from './end.ts'
import { type Machine, makeReady, saveJob } from './machine.ts'
import { settle } from './settle.ts'
import type { JobRow, JobTables } from './tables.ts'

/** Rows that are looked at in one transaction. */
const AT_ONCE = 500

/** Puts back what processes had under way that are dead. One that alone uses the store knows that all others are. */
export async function takeOver(machine: Machine, { owner, alone }: { owner: string; alone: boolean }) {
  const { store, books, kinds, clock, log } = machine
  const before = alone ? Number.MAX_SAFE_INTEGER : clock.now()
  let suspects = 0
  for (let found = AT_ONCE; found === AT_ONCE; ) {
    found = await store.write(async (tx) => {
      const rows = await tx.all(books.lostItems, owner, before, AT_ONCE)
      for (const row of rows) {
        const job = await tx.get(books.lockJob, row.job)
        const kind = job && kinds.get(job.kind)
        const crashed = row.lease > 0
        if (kind) await settle(machine, tx, { job, kind, item: row }, row.owner, { kind: 'lost', crashed })
        if (crashed) suspects++
      }
      return rows.length
    })
  }
  if (suspects > 0)
    log.warn('A process ended without stopping; what it had under way is done again, one at a time', {
      items: suspects,
    })
}

/** Has every job looked at that is under way: nobody's turn is in memory yet, and the process before may have known fewer kinds. */
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
