import { type Kysely, sql } from 'kysely'
import { statement, type Tx } from '../../../store/index.ts'
import type { JobRow, JobTables } from '../tables.ts'

// Literals, not parameters: an index on some rows is used where the query itself says that it asks for no others.

/** The columns of a job that say where it stands. Indexes and triggers go by them: as dear as all the rest. */
const STANDING = [
  'status',
  'ending',
  'ready',
  'wake_at',
  'activated',
  'partitioned',
  'error',
  'started_at',
  'ended_at',
] as const
/** Those that change with each of its items. */
const COUNTED = [
  'total',
  'running',
  'succeeded',
  'failed',
  'cancelled',
  'skipped',
  'results',
  'events',
  'used',
  'step',
  'url',
  'next_at',
] as const
const CHANGING = [...STANDING, ...COUNTED] as const

export const findJob = statement<[id: string], JobRow>((db, [id]) =>
  db.selectFrom('jobs').selectAll().where('id', '=', id),
)

/** SQLite has one writer, so that a transaction is alone with what it reads; elsewhere the row is locked. */
export const lockJob = statement<[n: number], JobRow>((db, [n], dialect) => {
  const query = db.selectFrom('jobs').selectAll().where('n', '=', n)
  return dialect === 'sqlite' ? query : query.forUpdate()
})

const update = (columns: readonly (keyof JobRow)[]) =>
  statement<[...values: unknown[]], never>((db, values) =>
    db
      .updateTable('jobs')
      .set(Object.fromEntries(columns.map((name, i) => [name, values[i]])))
      .where('n', '=', values[columns.length]),
  )
const updateJob = update(CHANGING)
const updateCounts = update(COUNTED)

/** Writes what has changed of a job. `before`: as it was read; if it stands as it did, only the rest is written. */
export function writeJob(tx: Tx, job: JobRow, before?: Readonly<JobRow>) {
  const standsAsBefore = before !== undefined && STANDING.every((name) => job[name] === before[name])
  if (standsAsBefore) tx.send(updateCounts, ...COUNTED.map((name) => job[name]), job.n)
  else tx.send(updateJob, ...CHANGING.map((name) => job[name]), job.n)
}

/** Of an account the job that is served next: by priority, then by age. */
const nextReady = (db: Kysely<JobTables>, account: string) =>
  db
    .selectFrom('jobs')
    .where('account', '=', account)
    .where('ready', '=', sql.lit(1))
    .orderBy('priority')
    .orderBy('n')
    .limit(sql.lit(1))

export const findReady = statement<[account: string], { n: number }>((db, [account]) =>
  nextReady(db, account).select('n'),
)

/** The same, locked, also where it has to wait for another transaction that has locked it. */
export const lockFirstReady = statement<[account: string], JobRow>((db, [account], dialect) => {
  const query = nextReady(db, account).selectAll()
  return dialect === 'sqlite' ? query : query.forUpdate()
})

/** The same among those that no other transaction has locked. */
export const lockReady = statement<[account: string], JobRow>((db, [account], dialect) => {
  const query = nextReady(db, account).selectAll()
  return dialect === 'sqlite' ? query : query.forUpdate().skipLocked()
})

/** Accounts that have something to begin. */
export const readyAccounts = statement<[after: string, limit: number], { account: string }>((db, [after, limit]) =>
  db
    .selectFrom('jobs')
    .select('account')
    .distinct()
    .where('ready', '=', sql.lit(1))
    .where('account', '>', after)
    .orderBy('account')
    .limit(limit),
)

export const dueJobs = statement<[now: number, limit: number], { n: number }>((db, [now, limit]) =>
  db.selectFrom('jobs').select('n').where('wake_at', '<=', now).orderBy('wake_at').limit(limit),
)

export const nextJobTime = statement<[], { at: number | null }>((db) =>
  db.selectFrom('jobs').select('wake_at as at').where('wake_at', 'is not', null).orderBy('wake_at').limit(sql.lit(1)),
)

/** Jobs under way of one definition, for `maxConcurrentJobs`: those that begin later do not count until then. */
export const countOpen = statement<[account: string, kind: string], { count: number }>((db, [account, kind]) =>
  db
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account', '=', account)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('activated', '=', sql.lit(1)), eb('run_at', 'is', null)])),
)

/** Jobs of this name that are due or running. */
export const findExclusive = statement<[name: string, now: number], { n: number; activated: number }>(
  (db, [name, now]) =>
    db
      .selectFrom('jobs')
      .select(['n', 'activated'])
      .where('exclusive', '=', name)
      .where('ended_at', 'is', null)
      .where((eb) => eb.or([eb('run_at', 'is', null), eb('run_at', '<=', now)])),
)

export const readInput = statement<[n: number], { input: string; secrets: string | null }>((db, [n]) =>
  db.selectFrom('job_inputs').select(['input', 'secrets']).where('job', '=', n),
)

export const forgetSecrets = statement<[n: number], never>((db, [n]) =>
  db.updateTable('job_inputs').set({ secrets: null }).where('job', '=', n).where('secrets', 'is not', null),
)

/** The columns of a new job without defaults, in the order of `addJob`. */
export const NEW_JOB = [
  'id',
  'account',
  'kind',
  'type',
  'status',
  'priority',
  'parallel',
  'spacing',
  'max_attempts',
  'item_limit',
  'estimate',
  'exclusive',
  'webhook',
  'created_at',
] as const
export type NewJob = Pick<JobRow, (typeof NEW_JOB)[number]>

export const addJob = statement<unknown[], JobRow>((db, values) =>
  db
    .insertInto('jobs')
    .values(Object.fromEntries(NEW_JOB.map((name, i) => [name, values[i]])))
    .returningAll(),
)

/** Sets when a new job begins. */
export const setRunAt = statement<[runAt: number, n: number], never>((db, [run_at, n]) =>
  db.updateTable('jobs').set({ run_at }).where('n', '=', n),
)

export const addInput = statement<[job: number, input: string, secrets: string | null], never>(
  (db, [job, input, secrets]) => db.insertInto('job_inputs').values({ job, input, secrets }),
)
