import { MAX_URL, nullable, reply, type Static, t } from 'weirjs'
import {
  acceptedStatus,
  estimatedCredits,
  estimatedTime,
  flag,
  integer,
  JobError,
  jobId,
  number,
  statusUrl,
  streamUrl,
} from 'weirjs/schemas'
import { MAX_URLS } from '../../scrape/service.ts'
import { TokenUsage } from '../billing.ts'
import { EvidenceEntry, evidenceFields, readingFields, taskFields } from '../fields.ts'

/** Source: spec section 4.9, decisions 8.4. */
export const BatchBody = t.Object(
  {
    // Invalid URLs are all reported together.
    urls: t.Array(t.String({ maxLength: MAX_URL }), {
      minItems: 1,
      maxItems: MAX_URLS,
      description: 'The pages',
      examples: [['https://example.com/', 'https://example.org/']],
    }),
    ...taskFields,
    options: t.Optional(
      t.Object(
        {
          concurrency: integer(1, 10, 5, 'Pages at once'),
          continueOnError: flag(true, 'Without it the first failure ends the job, and the rest is cancelled'),
          includeFailures: flag(true, 'Lists pages that failed among the results'),
          timeout: number(5000, 300_000, 60_000, 'Milliseconds for one page'),
          ...readingFields,
          ...evidenceFields(false),
        },
        { title: 'ExtractBatchOptions', default: {} },
      ),
    ),
  },
  { description: 'Pages, and what to fill in from each' },
)
export type BatchBody = Static<typeof BatchBody>

/** Source: spec section 4.9. */
export const BatchAccepted = t.Object({
  success: t.Literal(true),
  jobId,
  data: t.Object(
    {
      status: acceptedStatus,
      totalUrls: t.Integer(),
      estimatedCredits,
      estimatedTime,
      concurrency: t.Integer(),
      statusUrl,
      streamUrl,
    },
    { title: 'ExtractBatchAccepted' },
  ),
  warnings: t.Optional(t.Array(t.String())),
})

/** One page of a batch. Source: spec section 2.9. */
export const BatchResult = t.Object(
  {
    url: t.String({ description: 'As it was given' }),
    success: t.Boolean(),
    extractedData: nullable(t.Unknown(), { description: 'An object of the schema; null for a page that failed' }),
    creditsUsed: t.Number(),
    model: t.Optional(t.String()),
    missing: t.Optional(t.Array(t.String())),
    evidence: t.Optional(t.Array(EvidenceEntry)),
    tokenUsage: t.Optional(TokenUsage),
    error: t.Optional(JobError),
    warnings: t.Optional(t.Array(t.String())),
  },
  { title: 'ExtractBatchResult' },
)
export type BatchResult = Static<typeof BatchResult>

export const BatchResults = reply(
  t.Object(
    {
      jobId,
      status: t.String({ description: '`queued`, `running`, `completed`, `failed` or `cancelled`' }),
      totalUrls: t.Integer(),
      successfulUrls: t.Integer(),
      failedUrls: t.Integer(),
      creditsUsed: t.Number(),
      processingTime: t.Integer({ description: 'Milliseconds since the job began, until it ended' }),
      results: t.Array(BatchResult, { description: 'In the order of `urls`, those that are there so far' }),
    },
    { title: 'ExtractBatchResults' },
  ),
)
