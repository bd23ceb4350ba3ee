import { httpUrl, nullable, oneOf, t, timestamp } from 'weirjs'

export const jobId = t.String({ examples: ['job_01900000-0000-7000-8000-000000000000'] })

/** The path parameter of every route about one job. */
export const JobParams = t.Object({ jobId })

/** A file of a result. */
export const ResultFile = t.Object(
  {
    id: t.String({ examples: ['file_01900000-0000-7000-8000-000000000000'] }),
    type: t.String({ description: '`screenshot`, `pdf` …' }),
    url: t.String({ description: 'Signed URL; expires in 24 h. Without the signature, the request needs the key' }),
    mediaType: t.String(),
    size: t.Integer({ description: 'Bytes' }),
  },
  { title: 'ResultFile' },
)

const path = (example: string, description: string) => t.String({ description, examples: [example] })
export const statusUrl = path('/v1/jobs/job_01900000-0000-7000-8000-000000000000', 'Path of the job record')
export const streamUrl = path(
  '/v1/jobs/job_01900000-0000-7000-8000-000000000000/stream',
  "Path of the job's event stream (Server-Sent Events)",
)
export const estimatedTime = t.String({
  description: 'Estimate in words, based on measured times',
  examples: ['40 seconds', '3 minutes'],
})

export const acceptedStatus = t.String({ description: '`queued` or `running`', examples: ['queued'] })
export const estimatedCredits = t.Number({ description: 'Credits held until the job ends' })

/** The header by which a caller waits for a job's end. Source: decisions 4.3, RFC 7240. */
export const preferHeader = {
  name: 'Prefer',
  in: 'header',
  description:
    '`wait=N`, 1 to 120 seconds: if the job ends in time, the response has its results and the header `Preference-Applied`',
  schema: { type: 'string', examples: ['wait=30'] },
} as const

/** The header for continuing a stream. */
const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'The `id` of the last event received: the stream resumes after it',
  schema: { type: 'string' },
} as const

/** The description of routes with the events of a job, for the API's document. Source: decisions 4.4. */
export const eventStream = {
  parameters: [lastEventId],
  responses: {
    200: { description: 'The event stream', content: { 'text/event-stream': { schema: { type: 'string' as const } } } },
    204: { description: 'The job has ended, and `Last-Event-ID` is its last event: do not reconnect' },
  },
}

/** Why a job failed. */
export const JobError = t.Object(
  {
    code: t.String(),
    message: t.String(),
    details: t.Record(t.String(), t.Unknown()),
  },
  { title: 'JobError' },
)

/** The progress of a job. Source: spec section 2.6. */
export const progressFields = {
  id: jobId,
  status: t.String({
    description: '`queued`, `running` (`processing` for enrichment), `completed`, `failed` or `cancelled`',
    examples: ['running'],
  }),
  progress: t.Number({ description: 'Percent', minimum: 0, maximum: 100 }),
  currentStep: nullable(t.String()),
  currentUrl: nullable(t.String()),
  pagesCompleted: t.Integer({ description: 'Items that succeeded' }),
  pagesTotal: t.Integer({ description: 'Total number of items, as far as known' }),
  creditsUsed: t.Number(),
  estimatedTimeRemaining: nullable(t.Integer({ description: 'Milliseconds, estimated from measured times' })),
}

/** The state of a job. Source: decisions 4.2. */
export const JobData = t.Object(
  {
    ...progressFields,
    type: t.String({
      description:
        '`scrape`, `batch`, `crawl`, `extract`, `extract_domain`, `enrichment`, `monitor`, or a job type of another plugin',
    }),
    priority: t.String({ description: '`low`, `medium` or `high`' }),
    total: t.Integer({ description: 'Total number of items (pages or rows), as far as known' }),
    completed: t.Integer({ description: 'Items that succeeded' }),
    failed: t.Integer({ description: 'Items that failed; they are not charged' }),
    creditsEstimated: estimatedCredits,
    createdAt: timestamp(),
    startedAt: nullable(timestamp()),
    completedAt: nullable(timestamp(), { description: 'When the job ended, whatever its final status' }),
    error: nullable(JobError),
  },
  { title: 'Job' },
)

const receiver = httpUrl({ examples: ['https://example.com/hooks/weir'] })

/** The receiver of a job's end. Source: decisions 11.5. */
export const Webhook = t.Union(
  [
    receiver,
    t.Object({
      url: receiver,
      events: t.Optional(
        t.Array(oneOf(['job.completed', 'job.failed']), { minItems: 1, maxItems: 2, description: 'Default: both' }),
      ),
    }),
  ],
  {
    title: 'Webhook',
    description:
      'URL to notify when the job ends, or an object with the URL and the events to send. The event `job.completed` or `job.failed` is sent as a signed POST request and retried until it is accepted. Cancelled jobs send nothing',
  },
)
