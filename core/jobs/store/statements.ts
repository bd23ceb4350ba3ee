import { type RawBuilder, sql } from 'kysely'
import { type Dialect, statement } from '../../store/index.ts'
import { type ItemRow, type JobRow, type JobTables, State } from './tables.ts'

/** What a claim takes along of an item. */
export type ClaimedRow = Pick<
  ItemRow,
  'seq' | 'key' | 'value' | 'secrets' | 'url' | 'host' | 'attempt' | 'failures' | 'lost' | 'crashes'
>
const claimed = ['seq', 'key', 'value', 'secrets', 'url', 'host', 'attempt', 'failures', 'lost', 'crashes'] as const

/** Literals, not parameters: an index on some rows is used where the query itself says that it asks for no others. */
const is = (state: number): RawBuilder<number> => sql.lit(state)

/** The columns of a job that its moves change, in the order of `saveJob`. */
const MOVING = [
  'status',
  'ending',
  'ready',
  'wake_at',
  'next_at',
  'due',
  'gated',
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
  'error',
  'started_at',
  'ended_at',
] as const

/** The statements of jobs and their items, prepared. */
export type Books = ReturnType<typeof makeBooks>

const made = new Map<Dialect, Books>()
/** Each dialect's statements once, as the store prepares each object anew. */
export function createBooks(dialect: Dialect): Books {
  const books = made.get(dialect) ?? makeBooks(dialect)
  made.set(dialect, books)
  return books
}

const makeBooks = (dialect: Dialect) => ({
  findJob: statement<[id: string], JobRow>((db, [id]) => db.selectFrom('jobs').selectAll().where('id', '=', id)),

  /** SQLite has one writer, so that a transaction is alone with what it reads; elsewhere the row is locked. */
  lockJob: statement<[n: number], JobRow>((db, [n]) => {
    const query = db.selectFrom('jobs').selectAll().where('n', '=', n)
    return dialect === 'sqlite' ? query : query.forUpdate()
  }),

  saveJob: statement<[...values: unknown[]], never>((db, values) =>
    db
      .updateTable('jobs')
      .set(Object.fromEntries(MOVING.map((name, i) => [name, values[i]])))
      .where('n', '=', values[MOVING.length]),
  ),

  /** Of an account the job whose turn it is: by priority, then by age. */
  nextJob: statement<[account: string], JobRow>((db, [account]) => {
    const query = db
      .selectFrom('jobs')
      .selectAll()
      .where('account', '=', account)
      .where('ready', '=', is(1))
      .orderBy('rank')
      .orderBy('n')
      .limit(sql.lit(1))
    return dialect === 'sqlite' ? query : query.forUpdate().skipLocked()
  }),

  readInput: statement<[n: number], { input: string; secrets: string | null }>((db, [n]) =>
    db.selectFrom('job_inputs').select(['input', 'secrets']).where('job', '=', n),
  ),

  forgetSecrets: statement<[n: number], never>((db, [n]) =>
    db.updateTable('job_inputs').set({ secrets: null }).where('job', '=', n).where('secrets', 'is not', null),
  ),

  /** Adds nothing where the job has an item of this key. */
  addItem: statement<
    [
      job: number,
      seq: number,
      key: string,
      value: string,
      secrets: string | null,
      url: string | null,
      host: string,
      state: number,
      notBefore: number | null,
    ],
    never
  >((db, [job, seq, key, value, secrets, url, host, state, not_before]) =>
    db
      .insertInto('job_items')
      .values({ job, seq, key, value, secrets, url, host, state, not_before })
      .onConflict((conflict) => conflict.columns(['job', 'key']).doNothing()),
  ),

  /** The claim: the first items of a lane of a job that has been locked, but for suspects. */
  claimItems: statement<[owner: string, lease: number, job: number, host: string, most: number], ClaimedRow>(
    (db, [owner, lease, job, host, most]) =>
      db
        .updateTable('job_items')
        .set((eb) => ({ state: is(State.running), owner, lease, attempt: eb('attempt', '+', sql.lit(1)) }))
        .where('job', '=', job)
        .where(
          'seq',
          'in',
          db
            .selectFrom('job_items as queued')
            .select('queued.seq')
            .where('queued.job', '=', job)
            .where('queued.host', '=', host)
            .where('queued.state', '=', is(State.queued))
            .where('queued.crashes', '=', is(0))
            .orderBy('queued.seq')
            .limit(most),
        )
        .returning([...claimed]),
  ),

  /** Claims the first suspect of a lane, where its process has none under way. */
  claimSuspect: statement<[owner: string, lease: number, job: number, host: string], ClaimedRow>(
    (db, [owner, lease, job, host]) =>
      db
        .updateTable('job_items')
        .set((eb) => ({ state: is(State.running), owner, lease, attempt: eb('attempt', '+', sql.lit(1)) }))
        .where('job', '=', job)
        .where(
          'seq',
          '=',
          db
            .selectFrom('job_items as queued')
            .select('queued.seq')
            .where('queued.job', '=', job)
            .where('queued.host', '=', host)
            .where('queued.state', '=', is(State.queued))
            .where('queued.crashes', '>', is(0))
            .where(({ not, exists }) =>
              not(
                exists(
                  db
                    .selectFrom('job_items as other')
                    .select('other.seq')
                    .where('other.owner', '=', owner)
                    .where('other.state', '=', is(State.running))
                    .where('other.crashes', '>', is(0)),
                ),
              ),
            )
            .orderBy('queued.seq')
            .limit(is(1)),
        )
        .returning([...claimed]),
  ),

  /** Whether a job has suspects that wait or are under way. */
  findSuspect: statement<[job: number], { seq: number }>((db, [job]) =>
    db
      .selectFrom('job_items')
      .select('seq')
      .where('state', 'in', [is(State.queued), is(State.running)])
      .where('job', '=', job)
      .where('crashes', '>', is(0))
      .limit(is(1)),
  ),

  /** The job whose suspect this process has under way. */
  suspectUnderWay: statement<[owner: string], { job: number }>((db, [owner]) =>
    db
      .selectFrom('job_items')
      .select('job')
      .where('owner', '=', owner)
      .where('state', '=', is(State.running))
      .where('crashes', '>', is(0))
      .limit(is(1)),
  ),

  /** The lanes in which suspects wait. */
  suspects: statement<[], { job: number; host: string }>((db) =>
    db
      .selectFrom('job_items')
      .select(['job', 'host'])
      .distinct()
      .where('state', '=', is(State.queued))
      .where('crashes', '>', is(0)),
  ),

  /** The item, as long as this claim of it holds. */
  findClaim: statement<
    [job: number, seq: number, owner: string, attempt: number],
    Pick<ItemRow, 'failures' | 'lost' | 'crashes'>
  >((db, [job, seq, owner, attempt]) =>
    db
      .selectFrom('job_items')
      .select(['failures', 'lost', 'crashes'])
      .where('job', '=', job)
      .where('seq', '=', seq)
      .where('owner', '=', owner)
      .where('attempt', '=', attempt)
      .where('state', '=', is(State.running)),
  ),

  endItem: statement<
    [
      state: number,
      used: number,
      event: number | null,
      completed: number,
      failed: number,
      total: number,
      job: number,
      seq: number,
    ],
    never
  >((db, [state, used, event, event_completed, event_failed, event_total, job, seq]) =>
    db
      .updateTable('job_items')
      .set({ state, used, event, event_completed, event_failed, event_total, owner: null, lease: null, secrets: null })
      .where('job', '=', job)
      .where('seq', '=', seq),
  ),

  putBack: statement<
    [
      state: number,
      notBefore: number | null,
      failures: number,
      lost: number,
      crashes: number,
      job: number,
      seq: number,
    ],
    never
  >((db, [state, not_before, failures, lost, crashes, job, seq]) =>
    db
      .updateTable('job_items')
      .set({ state, not_before, failures, lost, crashes, owner: null, lease: null })
      .where('job', '=', job)
      .where('seq', '=', seq),
  ),

  /** Items that nobody has begun, for those that end with their job. */
  unbegun: statement<[job: number, after: number, most: number], ClaimedRow>((db, [job, after, most]) =>
    db
      .selectFrom('job_items')
      .select([...claimed])
      .where('job', '=', job)
      .where('seq', '>', after)
      .where('state', 'in', [is(State.queued), is(State.waiting), is(State.later)])
      .orderBy('seq')
      .limit(most),
  ),

  /** Whether items are to be done before those that are `later`. None is under way. */
  findQueued: statement<[job: number], { seq: number }>((db, [job]) =>
    db
      .selectFrom('job_items')
      .select('seq')
      .where('job', '=', job)
      .where('state', '=', is(State.queued))
      .limit(sql.lit(1)),
  ),
  findWaiting: statement<[job: number], { seq: number }>((db, [job]) =>
    db
      .selectFrom('job_items')
      .select('seq')
      .where('state', '=', is(State.waiting))
      .where('job', '=', job)
      .limit(sql.lit(1)),
  ),

  /** Has the items begin that are `later`. */
  queueLater: statement<[job: number], never>((db, [job]) =>
    db
      .updateTable('job_items')
      .set({ state: is(State.queued) })
      .where('job', '=', job)
      .where('state', '=', is(State.later)),
  ),
  openLanes: statement<[job: number], never>((db, [job]) =>
    db
      .updateTable('job_lanes')
      .set({ open: is(1) })
      .where('job', '=', job),
  ),

  extendLeases: statement<[lease: number, owner: string], never>((db, [lease, owner]) =>
    db.updateTable('job_items').set({ lease }).where('owner', '=', owner).where('state', '=', is(State.running)),
  ),

  /** Says that the owner is stopping: the lease stays, below zero. */
  markLeases: statement<[owner: string], never>((db, [owner]) =>
    db
      .updateTable('job_items')
      .set((eb) => ({ lease: eb(sql.lit(0), '-', eb.ref('lease')) }))
      .where('owner', '=', owner)
      .where('state', '=', is(State.running))
      .where('lease', '>', is(0)),
  ),

  /** Whether a process has an item under way that has seen no crash. */
  findNewcomer: statement<[owner: string], { seq: number }>((db, [owner]) =>
    db
      .selectFrom('job_items')
      .select('seq')
      .where('owner', '=', owner)
      .where('state', '=', is(State.running))
      .where('crashes', '=', is(0))
      .limit(is(1)),
  ),

  /** Items whose owner counts as dead. */
  lostItems: statement<
    [owner: string, before: number, most: number],
    { job: number; owner: string; lease: number } & ClaimedRow
  >((db, [owner, before, most]) =>
    db
      .selectFrom('job_items')
      .select(['job', 'owner', 'lease', ...claimed])
      .where('state', '=', is(State.running))
      .where('owner', '!=', owner)
      .where((eb) => eb(eb.fn<number>('abs', ['lease']), '<', before))
      .limit(most),
  ),

  eventsAfter: statement<
    [job: number, after: number, most: number],
    Pick<ItemRow, 'key' | 'url' | 'state' | 'used' | 'event_completed' | 'event_failed' | 'event_total'> & {
      event: number
    }
  >((db, [job, after, most]) =>
    db
      .selectFrom('job_items')
      .select(['key', 'url', 'state', 'used', 'event', 'event_completed', 'event_failed', 'event_total'])
      .where('job', '=', job)
      .where('event', '>', after)
      .orderBy('event')
      .limit(most),
  ),

  /** A lane that has something to do is open until a claim finds otherwise. */
  openLane: statement<[job: number, host: string], never>((db, [job, host]) =>
    db
      .insertInto('job_lanes')
      .values({ job, host, open: 1, turn: 0, wake_at: null })
      .onConflict((conflict) => conflict.columns(['job', 'host']).doUpdateSet({ open: 1, wake_at: null })),
  ),

  nextLane: statement<[job: number], { host: string }>((db, [job]) =>
    db
      .selectFrom('job_lanes')
      .select('host')
      .where('job', '=', job)
      .where('open', '=', is(1))
      .orderBy('turn')
      .limit(sql.lit(1)),
  ),

  setLane: statement<[open: number, turn: number, wakeAt: number | null, job: number, host: string], never>(
    (db, [open, turn, wake_at, job, host]) =>
      db.updateTable('job_lanes').set({ open, turn, wake_at }).where('job', '=', job).where('host', '=', host),
  ),

  /** Opens the lanes of a host, in all jobs. */
  openLanesOf: statement<[host: string], { job: number }>((db, [host]) =>
    db
      .updateTable('job_lanes')
      .set({ open: 1, wake_at: null })
      .where('host', '=', host)
      .where('open', '=', sql.lit(0))
      .returning('job'),
  ),

  dueLanes: statement<[now: number], { job: number }>((db, [now]) =>
    db.updateTable('job_lanes').set({ open: 1, wake_at: null }).where('wake_at', '<=', now).returning('job'),
  ),

  dueItems: statement<[now: number], { job: number; host: string }>((db, [now]) =>
    db
      .updateTable('job_items')
      .set({ state: is(State.queued), not_before: null })
      .where('state', '=', is(State.waiting))
      .where('not_before', '<=', now)
      .returning(['job', 'host']),
  ),

  dueJobs: statement<[now: number, most: number], JobRow>((db, [now, most]) => {
    const query = db.selectFrom('jobs').selectAll().where('wake_at', '<=', now).orderBy('wake_at').limit(most)
    return dialect === 'sqlite' ? query : query.forUpdate().skipLocked()
  }),

  nextLaneTime: statement<[], { at: number | null }>((db) =>
    db
      .selectFrom('job_lanes')
      .select('wake_at as at')
      .where('wake_at', 'is not', null)
      .orderBy('wake_at')
      .limit(sql.lit(1)),
  ),
  nextItemTime: statement<[], { at: number | null }>((db) =>
    db
      .selectFrom('job_items')
      .select('not_before as at')
      .where('state', '=', is(State.waiting))
      .orderBy('not_before')
      .limit(sql.lit(1)),
  ),
  nextJobTime: statement<[], { at: number | null }>((db) =>
    db.selectFrom('jobs').select('wake_at as at').where('wake_at', 'is not', null).orderBy('wake_at').limit(sql.lit(1)),
  ),

  /** Under way of one kind, for `atOnce`. */
  countOpen: statement<[account: string, kind: string], { count: number }>((db, [account, kind]) =>
    db
      .selectFrom('jobs')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account', '=', account)
      .where('kind', '=', kind)
      .where('ended_at', 'is', null),
  ),

  /** Jobs of this name that are due or running. */
  findExclusive: statement<[name: string, now: number], { n: number; due: number }>((db, [name, now]) =>
    db
      .selectFrom('jobs')
      .select(['n', 'due'])
      .where('exclusive', '=', name)
      .where('ended_at', 'is', null)
      .where((eb) => eb.or([eb('run_at', 'is', null), eb('run_at', '<=', now)])),
  ),

  addBody: statement<[hash: Uint8Array, content: Uint8Array], never>((db, [hash, content]) =>
    db
      .insertInto('job_bodies')
      .values({ hash, uses: 1, content })
      .onConflict((conflict) =>
        conflict.column('hash').doUpdateSet((eb) => ({ uses: eb('job_bodies.uses', '+', sql.lit(1)) })),
      ),
  ),
  readBody: statement<[hash: Uint8Array], { content: Uint8Array }>((db, [hash]) =>
    db.selectFrom('job_bodies').select('content').where('hash', '=', hash),
  ),
  dropBody: statement<[hash: Uint8Array], never>((db, [hash]) =>
    db
      .updateTable('job_bodies')
      .set((eb) => ({ uses: eb('uses', '-', sql.lit(1)) }))
      .where('hash', '=', hash),
  ),

  addResult: statement<[job: number, position: number, body: Uint8Array, files: string | null], never>(
    (db, [job, position, body, files]) => db.insertInto('job_results').values({ job, position, body, files }),
  ),
  readResults: statement<
    [job: number, after: number, most: number],
    { position: number; body: Uint8Array; files: string | null }
  >((db, [job, after, most]) =>
    db
      .selectFrom('job_results')
      .select(['position', 'body', 'files'])
      .where('job', '=', job)
      .where('position', '>', after)
      .orderBy('position')
      .limit(most),
  ),
})

/** The values of `saveJob`. */
export const moving = (job: JobRow): unknown[] => [...MOVING.map((name) => job[name]), job.n]

export type { JobTables }
