import { type Kysely, type SqlBool, sql } from 'kysely'
import { rowsIn, statement } from '../../../store/index.ts'
import { type ItemRow, type JobTables, State } from '../tables.ts'

// Literals, not parameters: a partial index is used only if the query itself contains its condition.

/** The columns of an item that a claim returns. */
export type ClaimedRow = Pick<
  ItemRow,
  'seq' | 'key' | 'value' | 'secrets' | 'url' | 'host' | 'attempt' | 'failures' | 'kills' | 'crashes'
>
export const CLAIMED_COLUMNS = [
  'seq',
  'key',
  'value',
  'secrets',
  'url',
  'host',
  'attempt',
  'failures',
  'kills',
  'crashes',
] as const

/** The queued items of a partition, in order. */
const waitingIn = (db: Kysely<JobTables>, job: number, host: string) =>
  db
    .selectFrom('job_items as queued')
    .select('queued.seq')
    .where('queued.job', '=', job)
    .where('queued.host', '=', host)
    .where('queued.state', '=', sql.lit(State.queued))
    .orderBy('queued.seq')

/** Marks items of a locked job as running. */
const begin = (
  db: Kysely<JobTables>,
  { worker, lease, job }: { worker: string; lease: number; job: number },
  items: ReturnType<typeof waitingIn>,
) =>
  db
    .updateTable('job_items')
    .set((eb) => ({ state: sql.lit(State.running), worker, lease, attempt: eb('attempt', '+', sql.lit(1)) }))
    .where('job', '=', job)
    .where('seq', 'in', items)
    .returning([...CLAIMED_COLUMNS])

type Claim = [workerId: string, lease: number, job: number, host: string, limit: number]

/** Claims the first items of a partition. */
export const claimItems = statement<Claim, ClaimedRow>((db, [worker, lease, job, host, limit]) =>
  begin(db, { worker, lease, job }, waitingIn(db, job, host).limit(limit)),
)

/** The same, but leaves out suspects. */
export const claimNewcomers = statement<Claim, ClaimedRow>((db, [worker, lease, job, host, limit]) =>
  begin(db, { worker, lease, job }, waitingIn(db, job, host).where('queued.crashes', '=', sql.lit(0)).limit(limit)),
)

/** Claims the first suspect of a partition, unless this process runs another one. */
export const claimSuspect = statement<[workerId: string, lease: number, job: number, host: string], ClaimedRow>(
  (db, [worker, lease, job, host]) => {
    const suspects = waitingIn(db, job, host).where('queued.crashes', '>', sql.lit(0))
    const underWay = db
      .selectFrom('job_items as other')
      .select('other.seq')
      .where('other.worker', '=', worker)
      .where('other.state', '=', sql.lit(State.running))
      .where('other.crashes', '>', sql.lit(0))
    const items = suspects.where(({ not, exists }) => not(exists(underWay))).limit(sql.lit(1))
    return begin(db, { worker, lease, job }, items)
  },
)

/** Whether a job has queued or running suspects. By their index, as the job may have many other items. */
export const findSuspect = statement<[job: number], { seq: number }>((db, [job]) =>
  db
    .selectFrom('job_items')
    .select('seq')
    .where('state', 'in', [sql.lit(State.queued), sql.lit(State.running)])
    .where(sql<SqlBool>`+job = ${job}`)
    .where('crashes', '>', sql.lit(0))
    .limit(sql.lit(1)),
)

/** Whether any job has. */
export const findAnySuspect = statement<[], { seq: number }>((db) =>
  db
    .selectFrom('job_items')
    .select('seq')
    .where('state', 'in', [sql.lit(State.queued), sql.lit(State.running)])
    .where('crashes', '>', sql.lit(0))
    .limit(sql.lit(1)),
)

/** The job whose suspect this process runs. */
export const suspectUnderWay = statement<[workerId: string], { job: number }>((db, [worker]) =>
  db
    .selectFrom('job_items')
    .select('job')
    .where('worker', '=', worker)
    .where('state', '=', sql.lit(State.running))
    .where('crashes', '>', sql.lit(0))
    .limit(sql.lit(1)),
)

/** The partitions with queued suspects. */
export const suspects = statement<[], { job: number; host: string }>((db) =>
  db
    .selectFrom('job_items')
    .select(['job', 'host'])
    .distinct()
    .where('state', '=', sql.lit(State.queued))
    .where('crashes', '>', sql.lit(0)),
)

/** The item, as long as this claim of it holds. */
export const findClaim = statement<
  [job: number, seq: number, workerId: string, attempt: number],
  Pick<ItemRow, 'failures' | 'kills' | 'crashes'>
>((db, [job, seq, worker, attempt]) =>
  db
    .selectFrom('job_items')
    .select(['failures', 'kills', 'crashes'])
    .where('job', '=', job)
    .where('seq', '=', seq)
    .where('worker', '=', worker)
    .where('attempt', '=', attempt)
    .where('state', '=', sql.lit(State.running)),
)

/** The same of several items of a job, from a `rowList` of their numbers and attempts. */
export const findClaims = statement<
  [job: number, workerId: string, items: string],
  Pick<ItemRow, 'seq' | 'attempt' | 'failures' | 'kills' | 'crashes'>
>((db, [job, worker, items], dialect) => {
  const holds = sql`job = ${job} and seq = cast(entry ->> 0 as bigint) and worker = ${worker}
    and attempt = cast(entry ->> 1 as bigint) and state = ${sql.lit(State.running)}`
  // Each is looked up by itself: as a join it might read all items of the job.
  const each =
    dialect === 'sqlite'
      ? sql`job_items where ${holds}`
      : sql`lateral (select * from job_items where ${holds} limit 1) as claim`
  const query = sql`select seq, attempt, failures, kills, crashes from ${rowsIn(items, dialect)} cross join ${each}`
  return { compile: () => query.compile(db) }
})

/**
 * Extends the claims of items that a worker runs: a `rowList` of their jobs and numbers. Others that it has claimed
 * are lost: the answer to their claim never arrived.
 */
export const extendLeases = statement<[lease: number, workerId: string, items: string], never>(
  (db, [lease, worker, items], dialect) =>
    db
      .updateTable('job_items')
      .set({ lease })
      .where('worker', '=', worker)
      .where('state', '=', sql.lit(State.running))
      .where(
        sql<SqlBool>`(job, seq) in (select cast(entry ->> 0 as bigint), cast(entry ->> 1 as bigint)
          from ${rowsIn(items, dialect)})`,
      ),
)

/** Says that the worker is stopping: the lease stays, below zero. */
export const markLeases = statement<[workerId: string], never>((db, [worker]) =>
  db
    .updateTable('job_items')
    .set((eb) => ({ lease: eb(sql.lit(0), '-', eb.ref('lease')) }))
    .where('worker', '=', worker)
    .where('state', '=', sql.lit(State.running))
    .where('lease', '>', sql.lit(0)),
)

/** Whether a process has an item under way that has seen no crash. */
export const findNewcomer = statement<[workerId: string], { seq: number }>((db, [worker]) =>
  db
    .selectFrom('job_items')
    .select('seq')
    .where('worker', '=', worker)
    .where('state', '=', sql.lit(State.running))
    .where('crashes', '=', sql.lit(0))
    .limit(sql.lit(1)),
)

/** Lets all workers count as dead: in a copy of the store, where none of them is. */
export const endLeases = statement<[], never>((db) =>
  db
    .updateTable('job_items')
    .set({ lease: sql`case when lease < 0 then -1 else 1 end` })
    .where('state', '=', sql.lit(State.running)),
)

/** An item that no worker is known to run any more. */
export type LostRow = { job: number; worker: string; lease: number } & ClaimedRow

/** Items whose leases have expired. */
export const expiredLeases = statement<[before: number, limit: number], LostRow>((db, [before, limit]) =>
  db
    .selectFrom('job_items')
    .select(['job', 'worker', 'lease', ...CLAIMED_COLUMNS])
    .where('state', '=', sql.lit(State.running))
    .where((eb) => eb(eb.fn<number>('abs', ['lease']), '<', before))
    .limit(limit),
)

/** Items of a worker that is known to be dead. */
export const itemsOfWorker = statement<[workerId: string, limit: number], LostRow>((db, [worker, limit]) =>
  db
    .selectFrom('job_items')
    .select(['job', 'worker', 'lease', ...CLAIMED_COLUMNS])
    .where('state', '=', sql.lit(State.running))
    .where('worker', '=', worker)
    .limit(limit),
)
