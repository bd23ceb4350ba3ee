import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type AnyTables, type Migration, type Store, statement } from '../../store/index.ts'

/** The number of jobs with a status; `scheduled` for those that begin later. */
export interface JobCount {
  status: string
  jobs: number
}

/** The pseudo account for the counts of all accounts. */
const ALL = ''

/** The status under which a trigger counts a row; null for a job whose items are still being stored. */
const countedAs = (row: 'old' | 'new') =>
  `CASE WHEN ${row}.ended_at IS NULL AND ${row}.activated = 0
    THEN CASE WHEN ${row}.run_at IS NOT NULL THEN 'scheduled' END ELSE ${row}.status END`

const CHANGED = `${countedAs('old')} IS DISTINCT FROM ${countedAs('new')}`
const MORE = `INSERT INTO job_counts (account, status, jobs)
  VALUES (new.account, ${countedAs('new')}, 1), ('${ALL}', ${countedAs('new')}, 1)
  ON CONFLICT (account, status) DO UPDATE SET jobs = job_counts.jobs + 1;`
const FEWER = `UPDATE job_counts SET jobs = jobs - 1
  WHERE account IN (old.account, '${ALL}') AND status = ${countedAs('old')};`

/** The triggers on changes of a job. */
const TRIGGERS = [
  { name: 'job_counts_add', event: 'INSERT', when: `${countedAs('new')} IS NOT NULL`, work: MORE },
  {
    name: 'job_counts_enter',
    event: 'UPDATE OF status, activated, run_at, ended_at',
    when: `${CHANGED} AND ${countedAs('new')} IS NOT NULL`,
    work: MORE,
  },
  {
    name: 'job_counts_leave',
    event: 'UPDATE OF status, activated, run_at, ended_at',
    when: `${CHANGED} AND ${countedAs('old')} IS NOT NULL`,
    work: FEWER,
  },
  { name: 'job_counts_remove', event: 'DELETE', when: `${countedAs('old')} IS NOT NULL`, work: FEWER },
]

async function createTrigger(db: AnyTables, dialect: string, { name, event, when, work }: (typeof TRIGGERS)[number]) {
  const run = (text: string) => sql.raw(text).execute(db)
  if (dialect === 'sqlite') {
    await run(`CREATE TRIGGER ${name} AFTER ${event} ON jobs WHEN ${when} BEGIN ${work} END`)
    return
  }
  await run(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${work} RETURN NULL; END $$`)
  await run(`CREATE TRIGGER ${name} AFTER ${event} ON jobs FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION ${name}()`)
}

/**
 * Jobs are counted by triggers as they change, in the same transaction, so that no code can forget it. Counting a
 * million rows on demand would take too long.
 */
export const jobCountsMigration: Migration = {
  name: '024-job-counts',
  async up(db, dialect) {
    await db.schema
      .createTable('job_counts')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('jobs', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('job_counts_key', ['account', 'status'])
      .execute()
    const counted = sql.raw(countedAs('new').replaceAll('new.', ''))
    for (const account of [sql.raw('account'), sql.lit(ALL)])
      await sql`INSERT INTO job_counts SELECT ${account}, ${counted}, count(*) FROM jobs
        WHERE ${counted} IS NOT NULL GROUP BY 1, 2`.execute(db)
    for (const trigger of TRIGGERS) await createTrigger(db, dialect, trigger)

    const index = (name: string, columns: string[], where?: RawBuilder<SqlBool>) => {
      const made = db.schema.createIndex(name).on('jobs').columns(columns)
      return (where ? made.where(where) : made).execute()
    }
    await index('jobs_status', ['status', 'n'])
    await index('jobs_account_status', ['account', 'status', 'n'])
    // The equality column comes first, or SQLite uses another index and sorts.
    await index('jobs_waiting', ['activated', 'created_at'], isWaiting)
    await index('jobs_account_waiting', ['account', 'activated', 'created_at'], isWaiting)
    await index('jobs_done', ['ended_at'], isDone)
    await index('jobs_account_done', ['account', 'ended_at'], isDone)
  },
}

// Literals, not parameters: a partial index is used only if the query itself contains its condition.

/** Jobs that wait to begin. Not selected by status, which would search all queued jobs. */
export const isWaiting = sql<SqlBool>`started_at IS NULL AND activated = 1 AND ended_at IS NULL`
/** Jobs that have begun and ended. */
export const isDone = sql<SqlBool>`started_at IS NOT NULL AND ended_at IS NOT NULL`

const readCounts = statement<[account: string], JobCount>((db, [account]) =>
  db.selectFrom('job_counts').select(['status', 'jobs']).where('account', '=', account).where('jobs', '>', sql.lit(0)),
)

/** The number of jobs of an account, or of all accounts, by status. */
export const readJobCounts = (store: Store, accountId: string | undefined): Promise<JobCount[]> =>
  store.all(readCounts, accountId ?? ALL)
