import type { Migration } from 'weirjs'

/** A monitor as it is stored. Times are epoch milliseconds. */
export interface MonitorRow {
  /** `mon_…` */
  id: string
  account: string
  name: string
  url: string
  schedule: string
  timezone: string
  status: 'active' | 'paused'
  /** Encrypted JSON, as it may contain passwords of pages and tokens of messengers. */
  options: string
  /** Incremented by each change after which earlier snapshots can no longer be compared. */
  generation: number
  /** When it runs next; null while it is paused. */
  next_at: number | null
  /** The job of its last run. */
  job: string | null
  last_run: number | null
  last_change: number | null
  /** Consecutive failures. */
  failures: number
  /** The unguessable part of its feed's URL. */
  feed_token: string
  created_at: number
}

export type RunStatus = 'baseline' | 'unchanged' | 'changed' | 'failed'

/** The result of a run. */
export interface RunRow {
  /** `run_…` */
  id: string
  monitor: string
  account: string
  job: string | null
  status: RunStatus
  checked_at: number
  status_code: number | null
  /** The share of the text that changed, in ten-thousandths. */
  changed_share: number | null
  added_lines: number
  removed_lines: number
  diff: string | null
  snapshot: string | null
  /** Ids of its other files, such as screenshots, as JSON. */
  files: string
  used: number
  /** JSON. */
  error: string | null
  /** What is doubtful about the page, as JSON; null if nothing is. */
  warnings: string | null
  /** Epoch milliseconds of its expiry; null: kept as long as the monitor. */
  expires_at: number | null
}

/** The snapshot with which later runs of a monitor are compared. */
export interface WatchedRow {
  monitor: string
  generation: number
  /** The id of its file: the content at the last reported change, or at the baseline. */
  reference: string
  /** When it was fetched. */
  taken_at: number
  /** The `PageKnowledge`, as JSON. */
  known: string
}

export interface Tables {
  monitors: MonitorRow
  monitors_tags: { monitor: string; account: string; tag: string }
  monitors_runs: RunRow
  monitors_watched: WatchedRow
}

export const migrations: readonly Migration[] = [
  {
    name: '001-monitors',
    async up(db) {
      await db.schema
        .createTable('monitors')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('url', 'text', (column) => column.notNull())
        .addColumn('schedule', 'text', (column) => column.notNull())
        .addColumn('timezone', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('options', 'text', (column) => column.notNull())
        .addColumn('generation', 'bigint', (column) => column.notNull())
        .addColumn('next_at', 'bigint')
        .addColumn('job', 'text')
        .addColumn('last_run', 'bigint')
        .addColumn('last_change', 'bigint')
        .addColumn('failures', 'bigint', (column) => column.notNull())
        .addColumn('feed_token', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('monitors_account').on('monitors').columns(['account', 'id']).execute()
      await db.schema.createIndex('monitors_next_at').on('monitors').column('next_at').execute()
      await db.schema
        .createTable('monitors_tags')
        .addColumn('monitor', 'text', (column) => column.notNull())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('tag', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('monitors_tags_key', ['monitor', 'tag'])
        .execute()
      await db.schema
        .createIndex('monitors_tags_tag')
        .on('monitors_tags')
        .columns(['account', 'tag', 'monitor'])
        .execute()
      await db.schema
        .createTable('monitors_runs')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('monitor', 'text', (column) => column.notNull())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('job', 'text')
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('checked_at', 'bigint', (column) => column.notNull())
        .addColumn('status_code', 'bigint')
        .addColumn('changed_share', 'bigint')
        .addColumn('added_lines', 'bigint', (column) => column.notNull())
        .addColumn('removed_lines', 'bigint', (column) => column.notNull())
        .addColumn('diff', 'text')
        .addColumn('snapshot', 'text')
        .addColumn('files', 'text', (column) => column.notNull())
        .addColumn('used', 'bigint', (column) => column.notNull())
        .addColumn('error', 'text')
        .addColumn('expires_at', 'bigint')
        .execute()
      await db.schema.createIndex('monitors_runs_monitor').on('monitors_runs').columns(['monitor', 'id']).execute()
      await db.schema.createIndex('monitors_runs_expires_at').on('monitors_runs').column('expires_at').execute()
      await db.schema
        .createTable('monitors_watched')
        .addColumn('monitor', 'text', (column) => column.primaryKey())
        .addColumn('generation', 'bigint', (column) => column.notNull())
        .addColumn('reference', 'text', (column) => column.notNull())
        .addColumn('taken_at', 'bigint', (column) => column.notNull())
        .addColumn('known', 'text', (column) => column.notNull())
        .execute()
    },
  },
  {
    name: '002-monitors-warnings',
    async up(db) {
      await db.schema.alterTable('monitors_runs').addColumn('warnings', 'text').execute()
    },
  },
]
