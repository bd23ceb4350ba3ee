import { nullable, oneOf, type Static, t, timestamp } from 'weirjs'
import {
  type ActionItem,
  acceptedStatus,
  estimatedCredits,
  estimatedTime,
  integer,
  JobError,
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
  concurrency: integer(1, 10, 5, 'With `urls`: pages at once'),
  retryCount: integer(
    0,
    5,
    2,
    'With `urls`: tries after the first, for failures that may pass (time-outs, refused and broken connections)',
  ),
  delayBetweenRequests: number(0, 10_000, 0, 'With `urls`: milliseconds at least between the beginnings of two pages'),
  webhook: t.Optional(Webhook),
}

/** The body of a scrape; `engines` are the names of the installed ones. */
export const scrapeBody = (engines: readonly string[]) => {
  const fields = pageFields(engines)
  return t.Object(
    {
      url: t.Optional(url),
      urls: t.Optional(
        urlList('Starts a background job, as many as the plan allows: 10, 50 or 100. `url` is ignored then'),
      ),
      ...manyFields,
      ...fields,
      options: t.Optional(
        t.Partial(t.Object(fields), {
          title: 'ScrapeOptions',
          description: 'Its entries count as top-level parameters; a top-level one wins',
        }),
      ),
    },
    { description: 'A page and what to make of it' },
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
    previousScrapeAt: nullable(timestamp(), { description: 'null for the first time' }),
    changeStatus: oneOf(['new', 'same', 'changed', 'removed'], {
      description: '`new` also for a page that was gone; `removed` where it answers 404 or 410 and was there before',
    }),
    visibility: oneOf(['visible', 'hidden'], { description: '`hidden` while the page is gone' }),
    changePercent: t.Number({ description: 'Percent of the text' }),
    addedLines: t.Integer(),
    removedLines: t.Integer(),
    diff: nullable(t.String(), { description: 'Unified, of the markdown; at most 64 KiB' }),
  },
  { title: 'ChangeTracking' },
)
export type ChangeTracking = Static<typeof ChangeTracking>

/** Source: spec section 2.4, decisions 5.2. */
export const ScrapeData = t.Object(
  {
    content: t.String({
      description: 'The first textual format that was asked for; of JSON forms their serialisation',
    }),
    markdown: text('CommonMark with GFM'),
    html: text('Cleaned HTML'),
    rawHtml: text('As it was sent, decoded'),
    text: text('Without markup'),
    json: t.Optional(
      t.Unknown({
        description:
          'The document as data: title, sections with paragraphs, lists, tables, code, images and links; of a video `segments` with `start` and `duration` in seconds and `text`',
      }),
    ),
    structured: t.Optional(
      t.Unknown({ description: 'What the page says in JSON-LD, microdata, RDFa and Open Graph, by schema.org type' }),
    ),
    // Not checked, as it is JSON already.
    links: t.Optional(
      t.Unknown({
        type: 'array',
        items: { type: 'string' },
        description: 'Absolute, each once, in the order of the page',
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
          'Images of what is shown, each once, by the absolute address of the largest form that the page names',
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
        description: 'What the parameter `attributes` asks for, in its order',
      }),
    ),
    summary: text(
      'Some sentences, by the language model of this server; where there is none, the first of the main content',
    ),
    changeTracking: t.Optional(ChangeTracking),
    screenshot: text('URL of the picture'),
    pdf: text('URL of the PDF'),
    extracted: t.Optional(t.Unknown({ description: 'Shaped by the schema of the extraction' })),
    metadata: ScrapeMetadata,
    files: t.Array(FileEntry),
  },
  { title: 'ScrapedPage' },
)
export type ScrapeData = Static<typeof ScrapeData>

/** What tells the answers of a scrape apart, for clients that are generated from the document. */
const processingMode = <const M extends string>(mode: M) =>
  t.Literal(mode, { description: '`single`: the page; `async`: a job has begun; `direct`: its results' })
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
    url: t.String({ description: 'As it was sent' }),
    status: t.Literal('success'),
    title: nullable(t.String()),
    description: nullable(t.String()),
    scrapedAt: timestamp(),
    wordCount: t.Integer(),
    content: ScrapeData.properties.content,
    metadata: ScrapeData.properties.metadata,
    files: t.Optional(t.Array(ResultFile)),
    warnings: t.Optional(t.Array(t.String(), { description: 'What the caller should know of the page' })),
  },
  { title: 'ScrapedEntry', additionalProperties: true },
)
const FailedEntry = t.Object(
  {
    url: t.String({ description: 'As it was sent' }),
    status: t.Literal('failed'),
    error: JobError,
    scrapedAt: timestamp(),
    metadata: t.Object({
      url: t.String(),
      statusCode: t.Literal(0),
      error: t.String(),
      creditsUsed: t.Literal(0),
    }),
  },
  { title: 'FailedEntry' },
)
export type ScrapeEntry = Static<typeof ScrapedEntry> | Static<typeof FailedEntry>

/** The answer of `urls` where the job ends in time. Source: decisions 4.3. */
export const ScrapeDirect = directReply(ScrapedEntry, FailedEntry, 'ScrapeResults')

/**
 * What a scrape is answered with when it is done; what both forms have stands apart, for generated clients to go by.
 */
export const ScrapeDone = t.Intersect([
  t.Object({ success: t.Literal(true), processingMode: oneOf(['single', 'direct']) }, { additionalProperties: true }),
  t.Union([ScrapeReply, ScrapeDirect]),
])
