import { sql } from 'kysely'
import { type Batch, rowList, rowsIn, statement } from '../../../store/index.ts'
import { type ItemRow, State } from '../tables.ts'
import { CLAIMED_COLUMNS, type ClaimedRow } from './claims.ts'

// Literals, not parameters: a partial index is used only if the query itself contains its condition.

/** An item to add: its key, value, secrets, URL, host, state, and when it may begin. */
export type NewItemRow = readonly [
  key: string,
  value: string,
  secrets: string | null,
  url: string | null,
  host: string,
  state: State,
  notBefore: number | null,
]

/**
 * Adds the items of a `rowList` whose keys are new to the job, numbered in order after `last`. No two may have the
 * same key.
 */
export const insertItems = statement<
  [job: number, last: number, items: string],
  { key: string; host: string; not_before: number | null }
>((db, [job, last, items], dialect) =>
  db
    .insertInto('job_items')
    .columns(['job', 'seq', 'key', 'value', 'secrets', 'url', 'host', 'state', 'not_before'])
    // A subquery per key, as a join might read all items of the job.
    .expression(sql`
      select ${job}, ${last} + row_number() over (order by position), entry ->> 0, entry ->> 1, entry ->> 2,
        entry ->> 3, entry ->> 4, cast(entry ->> 5 as bigint), cast(entry ->> 6 as bigint)
      from ${rowsIn(items as string, dialect)}
      where (select 1 from job_items where job = ${job} and key = entry ->> 0) is null`)
    .returning(['key', 'host', 'not_before']),
)

type ItemEnd = [
  state: State,
  used: number,
  event: number | null,
  completed: number,
  failed: number,
  total: number,
  job: number,
  seq: number,
]

const NOBODYS = { worker: null, lease: null, secrets: null } as const

const endOne = statement<ItemEnd, never>(
  (db, [state, used, event, event_completed, event_failed, event_total, job, seq]) =>
    db
      .updateTable('job_items')
      .set({ state, used, event, event_completed, event_failed, event_total, ...NOBODYS })
      .where('job', '=', job)
      .where('seq', '=', seq),
)

/** What a row that is there already is set to. */
const ENDED = ['state', 'used', 'event', 'event_completed', 'event_failed', 'event_total'] as const

/**
 * All are there, so none is inserted: like this each is found by its key, where an update of what is joined to a list
 * might read all items of the job.
 */
const endSeveral = statement<[items: string], never>((db, [items], dialect) =>
  db
    .insertInto('job_items')
    .columns([...ENDED, 'job', 'seq', 'key', 'value', 'host'])
    .expression(sql`
      select ${sql.join(Array.from({ length: ENDED.length + 2 }, (_, i) => sql`cast(entry ->> ${sql.lit(i)} as bigint)`))},
        '', '', ''
      from ${rowsIn(items, dialect)} where true`)
    .onConflict((conflict) =>
      conflict.columns(['job', 'seq']).doUpdateSet((eb) => ({
        ...Object.fromEntries(ENDED.map((name) => [name, eb.ref(`excluded.${name}`)])),
        ...NOBODYS,
      })),
    ),
)

export const endItem: Batch<ItemEnd, [items: string]> = {
  one: endOne,
  several: endSeveral,
  gather: (items) => [rowList(items)],
}

export const requeueItem = statement<
  [state: State, notBefore: number | null, failures: number, kills: number, crashes: number, job: number, seq: number],
  never
>((db, [state, not_before, failures, kills, crashes, job, seq]) =>
  db
    .updateTable('job_items')
    .set({ state, not_before, failures, kills, crashes, worker: null, lease: null })
    .where('job', '=', job)
    .where('seq', '=', seq),
)

/** Items that have not started, to be cancelled with their job. */
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

/** Whether items are queued, which run before the deferred ones. */
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

/** Jobs that have items whose time has come. */
export const jobsOfDueItems = statement<[now: number, limit: number], { n: number }>((db, [now, limit]) =>
  db
    .selectFrom('job_items')
    .select('job as n')
    .where('state', '=', sql.lit(State.waiting))
    .where('not_before', '<=', now)
    .limit(limit),
)

export const queueDueItems = statement<[job: number, now: number], { host: string }>((db, [job, now]) =>
  db
    .updateTable('job_items')
    .set({ state: sql.lit(State.queued), not_before: null })
    .where('state', '=', sql.lit(State.waiting))
    .where('job', '=', job)
    .where('not_before', '<=', now)
    .returning('host'),
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
