import { type CreateTableBuilder, type SqlBool, sql } from 'kysely'
import type { JobStatus } from '../../contracts/job.ts'
import type { Migration } from '../../store/index.ts'

/** Where an item stands. */
export const State = { queued: 0, running: 1, waiting: 2, succeeded: 3, failed: 4, cancelled: 5, later: 6 } as const

/** The number of the item that does a job's `finish`; the others count from 1. */
export const FINISH = 0

/** A job as the machinery moves it: everything but what it was started with. */
export interface JobRow {
  /** Its number in this store, under which its items stand. */
  n: number
  id: string
  account: string
  kind: string
  type: string
  status: JobStatus
  ending: 'cancelled' | 'failed' | null
  /** 0 for high, 1 for medium, 2 for low. */
  rank: number
  parallel: number
  spacing: number
  attempts: number
  /** Outcomes that may count. */
  most: number | null
  /** Whether items stand in lanes, by host. */
  gated: number
  /** Whether there may be an item to claim. It may say so in vain, and is never silent wrongly. */
  ready: number
  /** When to look again, where it is not ready. */
  wake_at: number | null
  /** When the next item may begin, because of `spacing`. */
  next_at: number
  /** Whether its credits are held: not yet while `run_at` is to come. */
  due: number
  total: number
  running: number
  succeeded: number
  failed: number
  cancelled: number
  /** Items that turned out to be duplicates of others. */
  skipped: number
  results: number
  events: number
  estimate: number
  used: number
  step: string | null
  url: string | null
  error: string | null
  exclusive: string | null
  webhook: string | null
  created_at: number
  run_at: number | null
  started_at: number | null
  ended_at: number | null
}

export interface ItemRow {
  job: number
  seq: number
  key: string
  value: string
  /** Sealed fields of the value. */
  secrets: string | null
  url: string | null
  /** Empty for one that is not gated. */
  host: string
  state: number
  /** Claims. */
  attempt: number
  /** Failures that were tried again. */
  failures: number
  /** Claims that ended with a kill of their process. */
  lost: number
  /** Crashes of the process while it was under way. */
  crashes: number
  owner: string | null
  /** When its owner counts as dead; below zero once that is stopping, whose end is then no fault of the item. */
  lease: number | null
  not_before: number | null
  /** The event of its end, and how the job stood then. */
  event: number | null
  used: number
  event_completed: number
  event_failed: number
  event_total: number
}

export interface JobTables {
  jobs: JobRow
  job_inputs: { job: number; input: string; secrets: string | null }
  job_items: ItemRow
  job_lanes: { job: number; host: string; open: number; turn: number; wake_at: number | null }
  job_hosts: { host: string; parallel: number; running: number; gap: number; next_at: number }
  job_results: { job: number; position: number; body: Uint8Array; files: string | null }
  job_bodies: { hash: Uint8Array; uses: number; content: Uint8Array }
  job_once: { job: number; key: string; value: string }
}

const inState = (state: number) => sql<SqlBool>`state = ${sql.lit(state)}`

/** The items' own key is where their rows lie, as both ways to read them go by it. */
const clustered = (dialect: string) => (dialect === 'sqlite' ? sql`WITHOUT ROWID` : sql``)

export const jobsMigration: Migration = {
  name: '010-jobs',
  async up(db, dialect) {
    const serial = dialect === 'postgres' ? 'bigserial' : 'integer'
    const bytes = dialect === 'postgres' ? 'bytea' : 'blob'
    const { schema } = db
    const whole = ['rank', 'parallel', 'spacing', 'attempts', 'gated', 'ready', 'next_at', 'due'] as const
    const counts = ['total', 'running', 'succeeded', 'failed', 'cancelled', 'skipped', 'results', 'events'] as const
    const amounts = ['estimate', 'used', 'created_at'] as const
    const texts = ['step', 'url', 'error', 'exclusive', 'webhook', 'ending'] as const
    const times = ['most', 'wake_at', 'run_at', 'started_at', 'ended_at'] as const
    let jobs = schema.createTable('jobs').addColumn('n', serial, (column) => column.primaryKey())
    for (const name of ['id', 'account', 'kind', 'type', 'status'])
      jobs = jobs.addColumn(name, 'text', (column) => column.notNull())
    for (const name of [...whole, ...counts, ...amounts])
      jobs = jobs.addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
    for (const name of texts) jobs = jobs.addColumn(name, 'text')
    for (const name of times) jobs = jobs.addColumn(name, 'bigint')
    await jobs.execute()
    await schema.createIndex('jobs_id').on('jobs').column('id').unique().execute()
    await schema.createIndex('jobs_account').on('jobs').columns(['account', 'n']).execute()
    await schema.createIndex('jobs_ended').on('jobs').column('ended_at').execute()
    const ready = schema.createIndex('jobs_ready').on('jobs').columns(['account', 'rank', 'n'])
    await ready.where(sql<SqlBool>`ready = 1`).execute()
    const wake = schema.createIndex('jobs_wake').on('jobs').column('wake_at')
    await wake.where(sql<SqlBool>`wake_at IS NOT NULL`).execute()
    const open = schema.createIndex('jobs_open').on('jobs').columns(['account', 'kind'])
    await open.where(sql<SqlBool>`ended_at IS NULL`).execute()
    const exclusive = schema.createIndex('jobs_exclusive').on('jobs').column('exclusive')
    await exclusive.where(sql<SqlBool>`exclusive IS NOT NULL`).execute()

    await schema
      .createTable('job_inputs')
      .addColumn('job', 'bigint', (column) => column.primaryKey())
      .addColumn('input', 'text', (column) => column.notNull())
      .addColumn('secrets', 'text')
      .execute()

    let items = schema.createTable('job_items').modifyEnd(clustered(dialect)) as CreateTableBuilder<'job_items', string>
    for (const name of ['job', 'seq', 'state', 'attempt', 'failures', 'lost', 'used'])
      items = items.addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
    for (const name of ['event_completed', 'event_failed', 'event_total'])
      items = items.addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
    for (const name of ['lease', 'not_before', 'event']) items = items.addColumn(name, 'bigint')
    for (const name of ['key', 'value', 'host']) items = items.addColumn(name, 'text', (column) => column.notNull())
    for (const name of ['secrets', 'url', 'owner']) items = items.addColumn(name, 'text')
    await items.addPrimaryKeyConstraint('job_items_place', ['job', 'seq']).execute()
    await schema.createIndex('job_items_key').on('job_items').columns(['job', 'key']).unique().execute()
    const queued = schema.createIndex('job_items_queued').on('job_items').columns(['job', 'host', 'seq'])
    await queued.where(inState(State.queued)).execute()
    const running = schema.createIndex('job_items_running').on('job_items').columns(['owner', 'lease'])
    await running.where(inState(State.running)).execute()
    const waiting = schema.createIndex('job_items_waiting').on('job_items').column('not_before')
    await waiting.where(inState(State.waiting)).execute()
    const events = schema.createIndex('job_items_event').on('job_items').columns(['job', 'event']).unique()
    await events.where(sql<SqlBool>`event IS NOT NULL`).execute()

    await schema
      .createTable('job_lanes')
      .modifyEnd(clustered(dialect))
      .addColumn('job', 'bigint', (column) => column.notNull())
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('open', 'bigint', (column) => column.notNull())
      .addColumn('turn', 'bigint', (column) => column.notNull())
      .addColumn('wake_at', 'bigint')
      .addPrimaryKeyConstraint('job_lanes_place', ['job', 'host'])
      .execute()
    const openLanes = schema.createIndex('job_lanes_open').on('job_lanes').columns(['job', 'turn'])
    await openLanes.where(sql<SqlBool>`open = 1`).execute()
    await schema.createIndex('job_lanes_host').on('job_lanes').column('host').execute()
    const lanesWake = schema.createIndex('job_lanes_wake').on('job_lanes').column('wake_at')
    await lanesWake.where(sql<SqlBool>`wake_at IS NOT NULL`).execute()

    let hosts = schema.createTable('job_hosts').addColumn('host', 'text', (column) => column.primaryKey())
    for (const name of ['parallel', 'running', 'gap', 'next_at'])
      hosts = hosts.addColumn(name, 'bigint', (column) => column.notNull())
    await hosts.execute()

    await schema
      .createTable('job_results')
      .addColumn('job', 'bigint', (column) => column.notNull())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addColumn('body', bytes, (column) => column.notNull())
      .addColumn('files', 'text')
      .addPrimaryKeyConstraint('job_results_place', ['job', 'position'])
      .execute()

    await schema
      .createTable('job_bodies')
      .addColumn('hash', bytes, (column) => column.primaryKey())
      .addColumn('uses', 'bigint', (column) => column.notNull())
      .addColumn('content', bytes, (column) => column.notNull())
      .execute()
    const unused = schema.createIndex('job_bodies_unused').on('job_bodies').column('uses')
    await unused.where(sql<SqlBool>`uses <= 0`).execute()

    await schema
      .createTable('job_once')
      .addColumn('job', 'bigint', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('job_once_place', ['job', 'key'])
      .execute()
  },
}
