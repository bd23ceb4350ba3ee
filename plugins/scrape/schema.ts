import { nullable, oneOf, type Static, t, timestamp } from 'weirjs'
import {
  type ActionItem,
  acceptedStatus,
  estimatedCredits,
  estimatedTime,
  integer,
  type JobError,
  jobId,
  number,
  pageFields,
  ResultFile,
  ScrapeMetadata,
  statusUrl,
  streamUrl,
  url,
  Webhook,
} from 'weirjs/schemas'
import { directReply } from './urls/direct-schema.ts'
import { urlList } from './urls/url-list.ts'

/** Parameters that a scrape accepts only with `urls`. Source: decisions 5.1. */
const manyFields = {
  concurrency: integer(1, 10, 5, 'With `urls`: number of pages to fetch at once'),
  retryCount: integer(
    0,
    5,
    2,
    'With `urls`: number of retries after temporary failures (time-outs, refused and broken connections)',
  ),
  delayBetweenRequests: number(0, 10_000, 0, 'With `urls`: minimum milliseconds between the starts of two pages'),
  webhook: t.Optional(Webhook),
}

/** The body of a scrape; `engines` are the names of the installed ones. */
export const scrapeBody = (engines: readonly string[]) => {
  const fields = pageFields(engines)
  return t.Object(
    {
      url: t.Optional(url),
      urls: t.Optional(
        urlList(
          'Starts a background job for these URLs, up to the limit of the plan: 10, 50 or 100. `url` is then ignored',
        ),
      ),
      ...manyFields,
      ...fields,
      waitTime: number(
        0,
        30_000,
        0,
        'Seconds, at most 30. The older name of `waitFor`. With `urls`, values above 30 are milliseconds, up to 30,000',
      ),
      priority: t.Optional(
        oneOf(['low', 'medium', 'high'], {
          default: 'medium',
          description: "Priority among your account's own work. With `urls`, `normal` is the same as `medium`",
        }),
      ),
      options: t.Optional(
        t.Partial(t.Object(fields), {
          title: 'ScrapeOptions',
          description: 'Further parameters; a parameter at the top level takes precedence over the same one here',
        }),
      ),
    },
    { description: 'The page to scrape and how to convert it' },
  )
}
export type ScrapeBody = Static<ReturnType<typeof scrapeBody>>
/** One action of a request. */
export type ActionBody = Static<typeof ActionItem>

/** The answer to a request with `urls`. Source: spec section 2.4. */
const ScrapeJob = t.Object(
  {
    jobId,
    status: acceptedStatus,
    totalUrls: t.Integer(),
    estimatedCredits,
    estimatedTime,
    statusUrl,
    streamUrl,
  },
  { title: 'ScrapeJob' },
)

const text = (description: string) => t.Optional(t.String({ description }))

export const FileEntry = t.Object(
  { ...ResultFile.properties, expiresAt: nullable(timestamp()) },
  { title: 'StoredFile' },
)

/** How a page has changed since its account last saw it. */
export const ChangeTracking = t.Object(
  {
    previousScrapeAt: nullable(timestamp(), { description: 'null on the first scrape' }),
    changeStatus: oneOf(['new', 'same', 'changed', 'removed'], {
      description:
        '`new` also if the page had been removed before; `removed` if it responds with 404 or 410 and existed before',
    }),
    visibility: oneOf(['visible', 'hidden'], { description: '`hidden` while the page is removed' }),
    changePercent: t.Number({ description: 'Percent of the text that changed' }),
    addedLines: t.Integer(),
    removedLines: t.Integer(),
    diff: nullable(t.String(), { description: 'Unified diff of the markdown; at most 64 KiB' }),
  },
  { title: 'ChangeTracking' },
)
export type ChangeTracking = Static<typeof ChangeTracking>

/** Source: spec section 2.4, decisions 5.2. */
export const ScrapeData = t.Object(
  {
    content: t.String({
      description: 'The first requested text format; if only JSON formats were requested, the first as text',
    }),
    markdown: text('CommonMark with GFM'),
    html: text('Cleaned HTML'),
    rawHtml: text('The response as sent by the site, decoded'),
    text: text('Plain text without markup'),
    json: t.Optional(
      t.Unknown({
        description:
          'The document as data: title, sections with paragraphs, lists, tables, code, images and links; for a video, `segments` with `start` and `duration` in seconds and `text`',
      }),
    ),
    structured: t.Optional(
      t.Unknown({
        description: 'The data that the page declares in JSON-LD, microdata, RDFa and Open Graph, by schema.org type',
      }),
    ),
    // Not checked, as it is JSON already.
    links: t.Optional(
      t.Unknown({
        type: 'array',
        items: { type: 'string' },
        description: 'Absolute URLs without duplicates, in page order',
      }),
    ),
    images: t.Optional(
      t.Unknown({
        type: 'array',
        items: {
          type: 'object',
          properties: { url: { type: 'string' }, alt: { type: ['string', 'null'] } },
          required: ['url', 'alt'],
        },
        description:
          'Images in the visible content without duplicates, each as the absolute URL of the largest version that the page offers',
      }),
    ),
    attributes: t.Optional(
      t.Unknown({
        type: 'array',
        items: {
          type: 'object',
          properties: {
            selector: { type: 'string' },
            attribute: { type: 'string' },
            values: { type: 'array', items: { type: 'string' } },
          },
          required: ['selector', 'attribute', 'values'],
        },
        description: 'One entry for each entry of the parameter `attributes`, in the same order',
      }),
    ),
    summary: text(
      "A few sentences, written by the server's language model; without a model, the first sentences of the main content",
    ),
    changeTracking: t.Optional(ChangeTracking),
    screenshot: text('URL of the screenshot'),
    pdf: text('URL of the PDF'),
    extracted: t.Optional(
      t.Unknown({
        description:
          'Data in the shape of the extraction schema; absent, with a warning, if the page responded with 500 or above',
      }),
    ),
    metadata: ScrapeMetadata,
    files: t.Array(FileEntry),
  },
  { title: 'ScrapedPage' },
)
export type ScrapeData = Static<typeof ScrapeData>

/** What tells the answers of a scrape apart, for clients that are generated from the document. */
const processingMode = <const M extends string>(mode: M) =>
  t.Literal(mode, { description: '`single`: the page; `async`: a started job; `direct`: the results of the job' })
const warnings = t.Optional(t.Array(t.String()))

export const ScrapeReply = t.Object(
  {
    success: t.Literal(true),
    processingMode: processingMode('single'),
    data: ScrapeData,
    warnings,
  },
  { title: 'SinglePageReply' },
)
export type ScrapeReply = Static<typeof ScrapeReply>

export const ScrapeAccepted = t.Object({
  success: t.Literal(true),
  processingMode: processingMode('async'),
  data: ScrapeJob,
  warnings,
})

/** A page of a job of many, as its results have it. */
const ScrapedEntry = t.Object(
  {
    ...t.Partial(t.Omit(ScrapeData, ['content', 'metadata', 'files'])).properties,
    url: t.String({ description: 'The URL as sent in the request' }),
    status: t.Literal('success'),
    title: nullable(t.String()),
    description: nullable(t.String()),
    scrapedAt: timestamp(),
    wordCount: t.Integer(),
    content: ScrapeData.properties.content,
    metadata: ScrapeData.properties.metadata,
    files: t.Optional(t.Array(ResultFile)),
    warnings: t.Optional(t.Array(t.String(), { description: 'What the caller should know about the page' })),
  },
  { title: 'ScrapedEntry', additionalProperties: true },
)
const FailedEntry = t.Object(
  {
    url: t.String({ description: 'The URL as sent in the request' }),
    status: t.Literal('failed'),
    error: t.String({ description: "The message; in the job's results the whole error, with `code` and `details`" }),
    scrapedAt: timestamp(),
    metadata: t.Object(
      {
        url: t.String(),
        statusCode: t.Literal(0),
        error: t.String(),
        code: t.Optional(t.String()),
        creditsUsed: t.Literal(0),
      },
      { description: '`code` is the error code; in the answer to the request only' },
    ),
  },
  { title: 'FailedEntry' },
)
type SuccessEntry = Static<typeof ScrapedEntry>
type FailureEntry = Static<typeof FailedEntry>
/** A result of the job, as it is stored. */
export type ScrapeEntry = SuccessEntry | (Omit<FailureEntry, 'error'> & { error: Static<typeof JobError> })

/** A result in the form of a batch's, which a direct answer has. Source: spec section 2.5, decisions 4.3. */
export function toDirect(entry: ScrapeEntry): SuccessEntry | FailureEntry {
  if (entry.status === 'success')
    return { ...entry, metadata: { ...entry.metadata, loadTime: entry.metadata.processingTime } }
  const { message, code } = entry.error
  return { ...entry, error: message, metadata: { ...entry.metadata, code } }
}

/** The answer of `urls` where the job ends in time. Source: decisions 4.3. */
export const ScrapeDirect = directReply(ScrapedEntry, FailedEntry, 'ScrapeResults')

/**
 * What a scrape is answered with when it is done; what both forms have stands apart, for generated clients to go by.
 */
export const ScrapeDone = t.Intersect([
  t.Object({ success: t.Literal(true), processingMode: oneOf(['single', 'direct']) }, { additionalProperties: true }),
  t.Union([ScrapeReply, ScrapeDirect]),
])
