import { type SqlBool, sql } from 'kysely'
import type { Migration, Tx } from '../store/index.ts'
import { type Machine, makeReady, saveJob } from './machine.ts'
import { State } from './tables.ts'

/**
 * Crashes with the same item under way after which it is taken for their cause. An item that has seen one is a suspect:
 * suspects run one at a time, so that those who merely ran beside the cause clear themselves by ending.
 */
export const CRASHES = 2

/** Suspects are few; the index holds none of the others. */
export const quarantineMigration: Migration = {
  name: '013-quarantine',
  async up(db) {
    const index = db.schema.createIndex('job_items_suspect').on('job_items').columns(['job', 'host', 'seq'])
    await index.where(sql<SqlBool>`lost > 0 AND state = ${sql.lit(State.queued)}`).execute()
  },
}

/** Has the jobs looked at whose suspects wait: none of this process is under way any more. */
export async function wakeSuspects(machine: Machine, tx: Tx) {
  const { books } = machine
  for (const { job: n, host } of await tx.all(books.suspects)) {
    const job = await tx.get(books.lockJob, n)
    if (!job || job.ended_at !== null) continue
    if (job.gated === 1) await tx.run(books.openLane, n, host)
    if (job.ready === 1) continue
    await makeReady(machine, tx, job)
    await saveJob(machine, tx, job)
  }
}
