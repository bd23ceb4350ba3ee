import { nullable, oneOf, paging, type Static, t } from 'weirjs'
import { JobData, jobId, nextCursor, progressFields } from 'weirjs/schemas'

export const StatusData = t.Object(progressFields, { title: 'JobStatus' })
export type StatusData = Static<typeof StatusData>

/** The types of the built-in plugins' jobs, whether the plugins are loaded or not. Source: decisions 4.2. */
export const jobTypes = ['scrape', 'batch', 'crawl', 'extract', 'extract_domain', 'enrichment', 'monitor'] as const

export const JobListQuery = t.Object({
  ...paging,
  status: t.Optional(
    oneOf(['queued', 'running', 'processing', 'completed', 'failed', 'cancelled'], {
      description: 'Running enrichment jobs have the status `processing`',
    }),
  ),
  type: t.Optional(
    t.String({
      maxLength: 100,
      description: `${jobTypes.map((type) => `\`${type}\``).join(', ')}, or a job type of another plugin`,
    }),
  ),
})
export const JobList = t.Object({ jobs: t.Array(JobData), nextCursor }, { title: 'JobList' })

export const ResultsQuery = t.Object(paging)
/** Source: decisions 4.2. */
export const JobResults = t.Object(
  {
    jobId,
    status: t.String(),
    total: t.Integer({ description: 'Number of results on all pages' }),
    results: t.Array(t.Unknown(), {
      description:
        'In input order; the results of a crawl in order of completion. Each entry has its `url` and `status` (`success`, `failed`)',
    }),
    nextCursor,
  },
  { title: 'JobResults' },
)

/** Source: spec section 2.12, decisions 12.3. */
export const QueueStatus = t.Object(
  {
    totalJobs: t.Integer(),
    pendingJobs: t.Integer(),
    activeJobs: t.Integer(),
    completedJobs: t.Integer(),
    failedJobs: t.Integer(),
    averageProcessingTime: t.Integer({ description: 'Milliseconds, measured over recently ended jobs' }),
    queueHealth: oneOf(['healthy', 'degraded', 'unhealthy'], {
      description: '`degraded`: a job has waited more than a minute; `unhealthy`: the store accepts no writes',
    }),
  },
  { title: 'QueueStatus' },
)
export const QueueJobList = t.Object(
  {
    jobs: t.Array(
      t.Composite(
        [
          JobData,
          t.Object({
            accountId: t.Optional(t.String({ description: 'The account that owns the job; for administrators only' })),
            email: t.Optional(
              nullable(t.String(), { description: 'The e-mail address of the owner; for administrators only' }),
            ),
          }),
        ],
        { title: 'QueueJob' },
      ),
    ),
    nextCursor,
  },
  { title: 'QueueJobList' },
)
export const QueueJobsQuery = t.Object({
  ...paging,
  status: t.Optional(
    oneOf(['pending', 'active', 'completed', 'failed'], { description: 'Returns only jobs with this status' }),
  ),
})

export const FileParams = t.Object({
  fileId: t.String({ examples: ['file_01900000-0000-7000-8000-000000000000'] }),
})
export const FileQuery = t.Object({
  expires: t.Optional(
    t.String({ maxLength: 20, description: 'Part of a signed URL: its expiry as a Unix timestamp in seconds' }),
  ),
  signature: t.Optional(t.String({ maxLength: 128, description: 'Part of a signed URL: its signature' })),
})
