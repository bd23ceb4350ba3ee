import { nullable, oneOf, type Static, t, timestamp } from 'weirjs'

const warning = t.Optional(t.String({ description: 'Which parts of the request were not carried out' }))
const text = (description?: string) => t.Optional(t.String(description ? { description } : {}))

/** A page. */
export const Document = t.Object(
  {
    markdown: text(),
    html: text(),
    rawHtml: text(),
    // Not checked, as it may be JSON already.
    links: t.Optional(t.Unknown({ type: 'array', items: { type: 'string' } })),
    images: t.Optional(t.Array(t.String())),
    screenshot: text('URL of the image'),
    summary: text(),
    json: t.Optional(t.Unknown({ description: 'The extracted data' })),
    metadata: t.Object(
      {
        sourceURL: t.String({ description: 'The URL as requested' }),
        url: t.String({ description: 'The URL after redirects' }),
        scrapeId: t.String(),
        statusCode: t.Integer(),
        creditsUsed: t.Integer({ description: 'Rounded up' }),
        proxyUsed: oneOf(['basic', 'stealth']),
        cacheState: oneOf(['hit', 'miss']),
      },
      { title: 'FirecrawlMetadata', additionalProperties: true },
    ),
    warning,
  },
  { title: 'FirecrawlDocument', additionalProperties: true },
)
export type Document = Static<typeof Document> & Record<string, unknown>
export const DocumentReply = t.Object({ success: t.Literal(true), data: Document })

export const JobStarted = t.Object({
  success: t.Literal(true),
  id: t.String(),
  url: t.String({ description: "URL of the job's state" }),
  invalidURLs: t.Optional(t.Array(t.String(), { description: 'Entries that are not URLs, with `ignoreInvalidURLs`' })),
  warning,
})

/** The state of a crawl or a batch. */
export const JobStatus = t.Object({
  success: t.Literal(true),
  status: oneOf(['scraping', 'completed', 'failed', 'cancelled']),
  total: t.Integer(),
  completed: t.Integer(),
  creditsUsed: t.Integer(),
  expiresAt: timestamp(),
  next: t.Optional(nullable(t.String(), { description: 'URL of the next part' })),
  error: text(),
  warning,
  data: t.Array(Document),
})
export const Cancelled = t.Object({ success: t.Literal(true), status: t.Literal('cancelled') })

const Failure = t.Object(
  { id: t.String(), timestamp: timestamp(), url: t.String(), code: t.String(), error: t.String() },
  { title: 'FirecrawlPageFailure' },
)
export const JobErrors = t.Object({
  errors: t.Array(Failure),
  robotsBlocked: t.Array(t.String(), { description: 'Pages that robots.txt disallows' }),
})

export const ActiveCrawls = t.Object({
  success: t.Literal(true),
  crawls: t.Array(t.Object({ id: t.String(), teamId: t.String(), url: t.String(), options: t.Unknown() })),
})

export const SearchHit = t.Object(
  {
    url: t.Optional(t.String()),
    title: t.Optional(t.String()),
    description: t.Optional(t.String()),
    position: t.Optional(t.Integer()),
  },
  { title: 'FirecrawlSearchHit', additionalProperties: true },
)

export const ExtractStatus = t.Object({
  success: t.Boolean(),
  status: oneOf(['processing', 'completed', 'failed', 'cancelled']),
  data: t.Optional(t.Unknown()),
  sources: t.Optional(t.Record(t.String(), t.Array(t.String()))),
  error: text(),
  warning,
  expiresAt: timestamp(),
  creditsUsed: t.Integer(),
  tokensUsed: t.Integer(),
})
