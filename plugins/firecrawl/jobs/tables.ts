import { type Migration, statement } from 'weirjs'

/** The request that started a job through this API, in addition to what the job itself stores. */
export interface JobRow {
  job: string
  account: string
  kind: 'crawl' | 'batch' | 'extract'
  url: string
  /** The request as JSON, without anything that may be secret. */
  options: string
  /** A `Shape` as JSON. */
  shape: string
  /** A list of sentences as JSON. */
  warnings: string
  /** A webhook as JSON, sealed. */
  webhook: string | null
  created_at: number
}

export interface Tables {
  firecrawl_jobs: JobRow
}

export const migrations: readonly Migration[] = [
  {
    name: '001-jobs',
    async up({ schema }) {
      await schema
        .createTable('firecrawl_jobs')
        .addColumn('job', 'text', (column) => column.primaryKey())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('url', 'text', (column) => column.notNull())
        .addColumn('options', 'text', (column) => column.notNull())
        .addColumn('shape', 'text', (column) => column.notNull())
        .addColumn('warnings', 'text', (column) => column.notNull())
        .addColumn('webhook', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      await schema.createIndex('firecrawl_jobs_age').on('firecrawl_jobs').column('created_at').execute()
    },
  },
]

export const findJob = statement<[job: string], JobRow>((db, [job]) =>
  db.selectFrom('firecrawl_jobs').selectAll().where('job', '=', job),
)
export const dropJob = statement<[job: string], never>((db, [job]) =>
  db.deleteFrom('firecrawl_jobs').where('job', '=', job),
)
export const oldJobs = statement<[before: number, limit: number], Pick<JobRow, 'job' | 'account'>>(
  (db, [before, limit]) =>
    db
      .selectFrom('firecrawl_jobs')
      .select(['job', 'account'])
      .where('created_at', '<', before)
      .orderBy('created_at')
      .limit(limit),
)
