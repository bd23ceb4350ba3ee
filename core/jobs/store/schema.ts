import { type CreateTableBuilder, type SqlBool, sql } from 'kysely'
import type { AnyTables, Migration } from '../../store/index.ts'
import { State } from './tables.ts'

const inState = (state: number) => sql<SqlBool>`state = ${sql.lit(state)}`

/** Items are stored in the order of their key, by which they are read. */
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

/** Suspects are few, and the index contains nothing else. */
export const quarantineMigration: Migration = {
  name: '013-quarantine',
  async up(db) {
    const index = db.schema.createIndex('job_items_suspect').on('job_items').columns(['job', 'host', 'seq'])
    await index.where(sql<SqlBool>`lost > 0 AND state = ${sql.lit(State.queued)}`).execute()
  },
}

/** Counts kills and crashes separately. */
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

/** Renames columns and tables to the terms of the code. */
export const jobTermsMigration: Migration = {
  name: '016-job-terms',
  async up(db) {
    const rename = (table: string, from: string, to: string) =>
      (db as AnyTables).schema.alterTable(table).renameColumn(from, to).execute()
    await rename('jobs', 'rank', 'priority')
    await rename('jobs', 'attempts', 'max_attempts')
    await rename('jobs', 'most', 'item_limit')
    await rename('jobs', 'gated', 'partitioned')
    await rename('jobs', 'due', 'activated')
    await rename('job_items', 'lost', 'kills')
    await rename('job_items', 'owner', 'worker')
    await rename('job_lanes', 'turn', 'served_at')
    await db.schema.alterTable('job_lanes').renameTo('job_partitions').execute()
  },
}
