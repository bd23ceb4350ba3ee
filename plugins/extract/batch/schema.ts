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
      description: 'URLs of the pages',
      examples: [['https://example.com/', 'https://example.org/']],
    }),
    ...taskFields,
    options: t.Optional(
      t.Object(
        {
          concurrency: integer(1, 10, 5, 'Number of pages to read at once'),
          continueOnError: flag(true, 'If false, the first failure ends the job and the remaining pages are cancelled'),
          includeFailures: flag(true, 'Includes failed pages in the results'),
          timeout: number(5000, 300_000, 60_000, 'Time limit for each page, in milliseconds'),
          ...readingFields,
          ...evidenceFields(false),
        },
        { title: 'ExtractBatchOptions', default: {} },
      ),
    ),
  },
  { description: 'The pages, and the schema to fill from each' },
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
    url: t.String({ description: 'The URL as sent in the request' }),
    success: t.Boolean(),
    extractedData: nullable(t.Unknown(), { description: 'An object that matches the schema; null if the page failed' }),
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
      processingTime: t.Integer({ description: 'Milliseconds since the job started, up to its end' }),
      results: t.Array(BatchResult, { description: 'The results so far, in the order of `urls`' }),
    },
    { title: 'ExtractBatchResults' },
  ),
)
