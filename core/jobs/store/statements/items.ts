import { sql } from 'kysely'
import { statement } from '../../../store/index.ts'
import { type ItemRow, State } from '../tables.ts'
import { CLAIMED_COLUMNS, type ClaimedRow } from './claims.ts'

// Literals, not parameters: an index on some rows is used where the query itself says that it asks for no others.

/** Adds nothing where the job has an item of this key. */
export const addItem = statement<
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
)

export const endItem = statement<
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
    .set({ state, used, event, event_completed, event_failed, event_total, worker: null, lease: null, secrets: null })
    .where('job', '=', job)
    .where('seq', '=', seq),
)

export const requeueItem = statement<
  [state: number, notBefore: number | null, failures: number, kills: number, crashes: number, job: number, seq: number],
  never
>((db, [state, not_before, failures, kills, crashes, job, seq]) =>
  db
    .updateTable('job_items')
    .set({ state, not_before, failures, kills, crashes, worker: null, lease: null })
    .where('job', '=', job)
    .where('seq', '=', seq),
)

/** Items that nobody has begun, for those that end with their job. */
export const pendingItems = statement<[job: number, after: number, limit: number], ClaimedRow>(
  (db, [job, after, limit]) =>
    db
      .selectFrom('job_items')
      .select([...CLAIMED_COLUMNS])
      .where('job', '=', job)
      .where('seq', '>', after)
      .where('state', 'in', [sql.lit(State.queued), sql.lit(State.waiting), sql.lit(State.deferred)])
      .orderBy('seq')
      .limit(limit),
)

/** Whether items are to be done before the deferred ones. None is under way. */
export const findQueued = statement<[job: number], { seq: number }>((db, [job]) =>
  db
    .selectFrom('job_items')
    .select('seq')
    .where('job', '=', job)
    .where('state', '=', sql.lit(State.queued))
    .limit(sql.lit(1)),
)

export const findWaiting = statement<[job: number], { seq: number }>((db, [job]) =>
  db
    .selectFrom('job_items')
    .select('seq')
    .where('state', '=', sql.lit(State.waiting))
    .where('job', '=', job)
    .limit(sql.lit(1)),
)

/** Queues the deferred items. */
export const queueDeferred = statement<[job: number], never>((db, [job]) =>
  db
    .updateTable('job_items')
    .set({ state: sql.lit(State.queued) })
    .where('job', '=', job)
    .where('state', '=', sql.lit(State.deferred)),
)

export const dueItems = statement<[now: number], { job: number; host: string }>((db, [now]) =>
  db
    .updateTable('job_items')
    .set({ state: sql.lit(State.queued), not_before: null })
    .where('state', '=', sql.lit(State.waiting))
    .where('not_before', '<=', now)
    .returning(['job', 'host']),
)

export const nextItemTime = statement<[], { at: number | null }>((db) =>
  db
    .selectFrom('job_items')
    .select('not_before as at')
    .where('state', '=', sql.lit(State.waiting))
    .orderBy('not_before')
    .limit(sql.lit(1)),
)

export const eventsAfter = statement<
  [job: number, after: number, limit: number],
  Pick<ItemRow, 'key' | 'url' | 'state' | 'used' | 'event_completed' | 'event_failed' | 'event_total'> & {
    event: number
  }
>((db, [job, after, limit]) =>
  db
    .selectFrom('job_items')
    .select(['key', 'url', 'state', 'used', 'event', 'event_completed', 'event_failed', 'event_total'])
    .where('job', '=', job)
    .where('event', '>', after)
    .orderBy('event')
    .limit(limit),
)
