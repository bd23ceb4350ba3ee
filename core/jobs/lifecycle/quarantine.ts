import { type SqlBool, sql } from 'kysely'
import type { Log } from '../../log.ts'
import type { Migration, Tx } from '../../store/index.ts'
import { type JobRow, State } from '../store/tables.ts'
import { type Machine, makeReady, saveJob } from './runtime.ts'

/**
 * How the process ended that had an item under way: it was stopped; it was killed from outside, or nobody knows better;
 * or it crashed, which some item may have caused. `newcomers` tells whether some were under way that had seen no crash
 * before.
 */
export type ProcessEnd = { by: 'stop' } | { by: 'kill' } | { by: 'crash'; newcomers: boolean }

/**
 * Crashes with the same item under way after which it is taken for their cause. An item that has seen one is a suspect:
 * suspects run one at a time, so that those who merely ran beside the cause clear themselves by ending.
 */
const CRASHES = 2
/** And where a newcomer beside the suspect may have been the cause. */
const CRASHES_BESIDE_NEWCOMERS = 3
/** Of the claims of one item that ended with a kill, so many are made good at once. */
const KILLS_AT_ONCE = 3
/** And with so many the item is given up: whatever ends the process, it ends no more of them. */
const KILLS_AT_MOST = 15

/** Suspects are few; the index holds none of the others. */
export const quarantineMigration: Migration = {
  name: '013-quarantine',
  async up(db) {
    const index = db.schema.createIndex('job_items_suspect').on('job_items').columns(['job', 'host', 'seq'])
    await index.where(sql<SqlBool>`lost > 0 AND state = ${sql.lit(State.queued)}`).execute()
  },
}

/** Kills and crashes are counted apart. */
export const crashesMigration: Migration = {
  name: '014-crashes',
  async up(db) {
    await db.schema
      .alterTable('job_items')
      .addColumn('crashes', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.dropIndex('job_items_suspect').execute()
    const index = db.schema.createIndex('job_items_suspect').on('job_items').columns(['state', 'job', 'host', 'seq'])
    await index.where(sql<SqlBool>`crashes > 0`).execute()
  },
}

/**
 * Counts the end of its process against an item. Milliseconds until it is tried again; undefined when it is given up.
 */
export function waitAfter(
  end: ProcessEnd,
  counts: { lost: number; crashes: number },
  { job, log }: { job: JobRow; log: Log },
): number | undefined {
  if (end.by === 'stop') return 0
  if (end.by === 'crash') {
    counts.crashes++
    if (counts.crashes < (end.newcomers ? CRASHES_BESIDE_NEWCOMERS : CRASHES)) return 0
    log.error('An item is given up: the process crashed with it each time', { job: job.id, times: counts.crashes })
    return undefined
  }
  counts.lost++
  if (counts.lost >= KILLS_AT_MOST) {
    log.error('An item is given up: too many processes were killed with it', { job: job.id, times: counts.lost })
    return undefined
  }
  // Others go first meanwhile, in case it is this one that ends the process.
  return counts.lost <= KILLS_AT_ONCE ? 0 : 1000 * 2 ** (counts.lost - KILLS_AT_ONCE)
}

/** What of a job may begin next: a suspect, and nothing beside it, or those that are none. */
export type Next = 'suspect' | 'newcomers'

/**
 * A job's suspects come first, and nothing else of the job begins beside one, so that a second crash shows the cause.
 * Where it is another job's turn to try one, the rest goes on meanwhile.
 */
export async function nextOf({ books }: Machine, tx: Tx, { n }: JobRow, owner: string): Promise<Next> {
  if (!(await tx.get(books.findSuspect, n))) return 'newcomers'
  const tried = await tx.get(books.suspectUnderWay, owner)
  return tried === undefined || tried.job === n ? 'suspect' : 'newcomers'
}

/**
 * Has the jobs looked at whose suspects wait, and what waited in this job: none of this process is under way any more.
 */
export async function wakeSuspects(machine: Machine, tx: Tx, { n, gated }: JobRow) {
  const { books } = machine
  if (gated === 1) await tx.run(books.openLanes, n)
  for (const waiting of await tx.all(books.suspects)) {
    const job = await tx.get(books.lockJob, waiting.job)
    if (!job || job.ended_at !== null) continue
    if (job.gated === 1) await tx.run(books.openLane, job.n, waiting.host)
    if (job.ready === 1) continue
    await makeReady(machine, tx, job)
    await saveJob(machine, tx, job)
  }
}
