import { nullable, oneOf, type Static, t, timestamp } from 'weirjs'
import {
  acceptedStatus,
  estimatedCredits,
  estimatedTime,
  integer,
  jobId,
  manyPagesFields,
  number,
  statusUrl,
  Webhook,
} from 'weirjs/schemas'
import { directReply, urlList } from '../scrape/service.ts'

/** Source: spec section 4.4. `engines`: the names of the installed ones. */
export const batchBody = (engines: readonly string[]) =>
  t.Object(
    {
      urls: urlList('The URLs to scrape, up to the limit of the plan: 10, 50 or 100'),
      ...manyPagesFields(engines),
      format: t.Optional(
        oneOf(['markdown', 'html', 'text', 'json'], { default: 'json', description: 'Format of `content`' }),
      ),
      concurrency: integer(1, 10, 3, 'Number of pages to fetch at once'),
      retryCount: integer(
        0,
        5,
        2,
        'Number of retries after temporary failures: time-outs, refused connections and broken connections',
      ),
      delayBetweenRequests: number(
        0,
        10_000,
        1000,
        'Minimum milliseconds between the starts of two pages of this batch',
      ),
      webhook: t.Optional(Webhook),
    },
    { description: 'The pages to scrape and how to convert them' },
  )
export type BatchBody = Static<ReturnType<typeof batchBody>>

/** Source: spec section 2.5. */
const BatchSuccess = t.Object(
  {
    url: t.String(),
    title: nullable(t.String()),
    description: nullable(t.String()),
    markdown: t.String(),
    content: t.String({ description: 'The content in the requested format; `json` is serialized as text' }),
    scrapedAt: timestamp(),
    status: t.Literal('success'),
    wordCount: t.Integer(),
    metadata: t.Object(
      {
        statusCode: t.Integer(),
        contentType: nullable(t.String()),
        loadTime: t.Number({ description: 'Milliseconds' }),
        creditsUsed: t.Number(),
      },
      { additionalProperties: true },
    ),
  },
  { title: 'BatchSuccess', additionalProperties: true },
)
const BatchFailure = t.Object(
  {
    url: t.String(),
    status: t.Literal('failed'),
    error: t.String(),
    scrapedAt: timestamp(),
    metadata: t.Object(
      { statusCode: t.Literal(0), error: t.String(), code: t.String() },
      { description: '`code` is the error code' },
    ),
  },
  { title: 'BatchFailure' },
)
export type BatchEntry = Static<typeof BatchSuccess> | Static<typeof BatchFailure>

export const BatchAccepted = t.Object({
  success: t.Literal(true),
  processingMode: t.Literal('async'),
  jobId,
  queueJobId: t.String({ description: 'The same as `jobId`' }),
  status: acceptedStatus,
  urlCount: t.Integer(),
  estimatedCredits,
  estimatedTime,
  statusUrl,
  message: t.String(),
  warnings: t.Optional(t.Array(t.String())),
})

export const BatchDirect = directReply(BatchSuccess, BatchFailure, 'BatchResults')
