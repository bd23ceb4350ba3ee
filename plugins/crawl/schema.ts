import { httpUrl, oneOf, type Static, t } from 'weirjs'
import {
  acceptedStatus,
  estimatedTime,
  flag,
  integer,
  jobId,
  manyPagesFields,
  statusUrl,
  streamUrl,
  urlPatterns,
  Webhook,
} from 'weirjs/schemas'

/** Pages that a crawl gets unless it says otherwise. */
const PAGES = 10

/**
 * Source: spec section 4.6, decisions 6.1. `engines` are the names that are installed, `mostPages` is what the most
 * generous plan allows; undefined is no bound.
 */
export const crawlBody = (engines: readonly string[], mostPages: number | undefined) =>
  t.Object(
    {
      url: httpUrl({ description: 'Where it begins: depth 0', examples: ['https://example.com/'] }),
      maxPages: t.Optional(
        t.Integer({
          minimum: 1,
          maximum: mostPages,
          default: PAGES,
          description: 'Pages at most, failed ones among them, duplicates not. The plan may allow fewer',
        }),
      ),
      maxDepth: integer(1, 10, 2, 'Links away from the start page at most'),
      sameDomain: flag(
        true,
        'Keeps to the host and port of `url`, the same with or without `www.`, and the subdomains of that host',
      ),
      includePatterns: urlPatterns('Follows only what one of them matches'),
      excludePatterns: urlPatterns('Does not follow what one of them matches'),
      respectRobots: flag(true, "Obeys robots.txt, its `Crawl-delay` up to 10 s too, and a page's `nofollow`"),
      ...manyPagesFields(engines),
      webhook: t.Optional(Webhook),
      format: t.Optional(
        oneOf(['markdown', 'html', 'text', 'json'], { default: 'markdown', description: '`formats` wins over it' }),
      ),
    },
    { description: 'Where to begin, how far to go, and what to make of each page' },
  )
export type CrawlBody = Static<ReturnType<typeof crawlBody>>

/** A page of a crawl that was had. Fields of the formats stand beside these. */
export const CrawledPage = t.Object(
  {
    url: t.String({ description: 'As it was found, without its fragment' }),
    status: oneOf(['success', 'failed']),
    depth: t.Integer({ description: 'Links away from the start page; what a sitemap lists has depth 1' }),
    metadata: t.Object(
      { statusCode: t.Integer({ description: '0 where there was no answer' }), creditsUsed: t.Number() },
      { additionalProperties: true },
    ),
    error: t.Optional(
      t.Object(
        { code: t.String(), message: t.String(), details: t.Record(t.String(), t.Unknown()) },
        { description: 'Why it failed; it costs nothing then' },
      ),
    ),
  },
  { title: 'CrawledPage', additionalProperties: true },
)
export type CrawledPage = Static<typeof CrawledPage>

const answer = {
  success: t.Literal(true),
  jobId,
  queueJobId: t.String({ description: 'The same as `jobId`' }),
  status: acceptedStatus,
  startUrl: t.String(),
  maxPages: t.Integer(),
  maxDepth: t.Integer(),
  estimatedTime,
  statusUrl,
  streamUrl,
  warnings: t.Optional(t.Array(t.String())),
}

/** Source: spec section 2.6. */
export const CrawlAccepted = t.Object({
  ...answer,
  creditsUsed: t.Number({ description: 'An estimate, for all of `maxPages`: it is held until the job has ended' }),
  processingMode: t.Literal('async'),
})
export const CrawlDirect = t.Object({
  ...answer,
  creditsUsed: t.Number({ description: 'What it cost' }),
  processingMode: t.Literal('direct'),
  results: t.Array(CrawledPage, { description: 'In order of completion' }),
})
