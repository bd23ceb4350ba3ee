import { type SqlBool, sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { type Store, statement } from '../../store/index.ts'
import { isWaiting } from './job-counts.ts'
import type { JobTables } from './tables.ts'

/** The unfinished jobs of one kind and status. */
export interface OpenJobs {
  kind: string
  /** The job's status, or `scheduled` for jobs that begin later. */
  status: string
  jobs: number
  /** Items that have not ended. */
  items: number
}

const countOpenJobs = statement<[], OpenJobs>((db) =>
  db
    .selectFrom('jobs')
    .select(['kind', sql<string>`case when activated = 0 then 'scheduled' else status end`.as('status')])
    .select((eb) => [
      eb.fn.countAll<number>().as('jobs'),
      sql<number>`sum(total - succeeded - failed - cancelled - skipped)`.as('items'),
    ])
    .where('ended_at', 'is', null)
    .where(sql<SqlBool>`(activated = 1 or run_at is not null)`)
    .groupBy(sql`1, 2`),
)

/** The unfinished jobs of all accounts. */
export const readOpenJobs = (store: Store): Promise<OpenJobs[]> => store.all(countOpenJobs)

/** Milliseconds that the longest-waiting job of an account, or of all, has waited; 0 if none waits. */
export async function longestWait(store: Store, clock: Clock, accountId?: string): Promise<number> {
  const jobs = store.db<JobTables>().selectFrom('jobs')
  const mine = accountId === undefined ? jobs : jobs.where('account', '=', accountId)
  // Not `min`, which would search all queued jobs.
  const waiting = await mine.select('created_at').where(isWaiting).orderBy('created_at').limit(1).executeTakeFirst()
  return waiting ? Math.max(0, clock.now() - waiting.created_at) : 0
}
