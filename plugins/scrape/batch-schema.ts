import { nullable, oneOf, type Static, t, timestamp } from 'weirjs'
import { acceptedStatus, estimatedTime, jobId, statusUrl } from 'weirjs/schemas'
import { urlList } from './url-list.ts'

const flag = (value: boolean, description = '') => t.Optional(t.Boolean({ default: value, description }))
const range = (minimum: number, maximum: number, fallback: number, description: string) =>
  t.Optional(t.Number({ minimum, maximum, default: fallback, description }))

/** Source: spec section 4.4. */
export const BatchBody = t.Object(
  {
    urls: urlList('As many as the plan allows: 10, 50 or 100'),
    format: t.Optional(oneOf(['markdown', 'html', 'text', 'json'], { default: 'json', description: 'Of `content`' })),
    includeScreenshot: flag(false, 'Costs extra'),
    includePdf: flag(false, 'Costs extra'),
    includeImages: flag(false, 'Keeps images in the converted text'),
    includeLinks: flag(true, 'Keeps hyperlinks in the converted text'),
    includeMetadata: flag(true, 'What the page says of itself'),
    onlyMainContent: flag(false, 'Drops headers, footers, sidebars'),
    removeAds: flag(false),
    removeScripts: flag(false),
    removeStyles: flag(false),
    mobile: flag(false, 'A mobile device: viewport, user agent, touch'),
    waitTime: range(0, 30_000, 1000, 'Milliseconds to wait after load, in a browser'),
    timeout: range(5000, 120_000, 30_000, 'Milliseconds for each page'),
    concurrency: t.Optional(t.Integer({ minimum: 1, maximum: 10, default: 3, description: 'Pages at once' })),
    retryCount: t.Optional(
      t.Integer({
        minimum: 0,
        maximum: 5,
        default: 2,
        description: 'Tries after the first, for failures that may pass: time-outs, refused and broken connections',
      }),
    ),
    delayBetweenRequests: range(
      0,
      10_000,
      1000,
      'Milliseconds at least between the beginnings of two pages of this batch',
    ),
    useProxy: flag(false, 'Goes out by the proxy pool. Costs extra'),
    priority: t.Optional(
      oneOf(['low', 'normal', 'high'], {
        default: 'low',
        description: "Orders the account's own work. `high` needs the plan pro or enterprise",
      }),
    ),
    userAgent: t.Optional(t.String({ minLength: 1, maxLength: 1000 })),
    headers: t.Optional(
      t.Record(t.String({ minLength: 1, maxLength: 256 }), t.String({ maxLength: 8000 }), {
        description: 'Custom request headers',
      }),
    ),
    authentication: t.Optional(
      t.Object(
        {
          username: t.Optional(t.String({ maxLength: 1000 })),
          password: t.Optional(t.String({ maxLength: 1000 })),
          token: t.Optional(t.String({ maxLength: 8000 })),
        },
        { description: 'A token is sent as bearer, a user name as basic' },
      ),
    ),
    extract: t.Optional(
      t.Object(
        {
          schema: t.Optional(t.Record(t.String(), t.Unknown())),
          prompt: t.Optional(t.String({ maxLength: 3000 })),
        },
        { description: 'AI extraction' },
      ),
    ),
  },
  { description: 'Pages and what to make of them' },
)
export type BatchBody = Static<typeof BatchBody>

/** Source: spec section 2.5. */
export const BatchSuccess = t.Object(
  {
    url: t.String(),
    title: nullable(t.String()),
    description: nullable(t.String()),
    markdown: t.String(),
    content: t.String({ description: 'In the requested format; `json` as text' }),
    scrapedAt: timestamp(),
    status: t.Literal('success'),
    wordCount: t.Integer(),
    metadata: t.Object(
      {
        statusCode: t.Integer(),
        contentType: nullable(t.String()),
        loadTime: t.Number({ description: 'Milliseconds' }),
      },
      { additionalProperties: true },
    ),
  },
  { title: 'BatchSuccess', additionalProperties: true },
)
export const BatchFailure = t.Object(
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
  jobId,
  queueJobId: t.String({ description: 'The same as `jobId`' }),
  status: acceptedStatus,
  urlCount: t.Integer(),
  estimatedCredits: t.Number({ description: 'Held until the job has ended' }),
  estimatedTime,
  statusUrl,
  message: t.String(),
  warnings: t.Optional(t.Array(t.String())),
})

export const BatchDirect = t.Object({
  success: t.Literal(true),
  jobId,
  data: t.Object({
    results: t.Array(t.Union([BatchSuccess, BatchFailure]), { description: 'In the order of the request' }),
    successful: t.Array(BatchSuccess),
    failed: t.Array(BatchFailure),
    summary: t.Object({
      total: t.Integer(),
      successful: t.Integer(),
      failed: t.Integer(),
      successRate: t.Number({ description: 'Percent' }),
      processingTime: t.Integer({ description: 'Milliseconds' }),
      averageTimePerUrl: t.Integer({ description: 'Milliseconds' }),
      creditsUsed: t.Number(),
      creditsPerUrl: t.Number(),
      concurrency: t.Integer(),
    }),
  }),
  warning: t.Optional(t.String({ description: 'Where some URLs failed' })),
  warnings: t.Optional(t.Array(t.String())),
})
