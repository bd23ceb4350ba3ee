import { httpUrl, oneOf, type Static, t } from 'weirjs'
import {
  acceptedStatus,
  estimatedTime,
  flag,
  integer,
  jobId,
  manyPagesFields,
  number,
  siteFields,
  statusUrl,
  streamUrl,
  Webhook,
} from 'weirjs/schemas'

/** Pages of one crawl at once, across all hosts; each host has limits of its own. */
export const MAX_CONCURRENCY = 32

/**
 * Source: spec section 4.6, decisions 6.1. `engines`: the names of the installed ones. `mostPages`: the limit of the
 * most generous plan; undefined for none.
 */
export const crawlBody = (engines: readonly string[], mostPages: number | undefined) =>
  t.Object(
    {
      url: httpUrl({ description: 'Where it begins: depth 0', examples: ['https://example.com/'] }),
      maxPages: t.Optional(
        t.Integer({
          minimum: 1,
          maximum: mostPages,
          default: 10,
          description: 'Pages at most, failed ones among them, duplicates not. The plan may allow fewer',
        }),
      ),
      maxDepth: integer(1, 10, 2, 'Links away from the start page at most'),
      ...siteFields,
      externalLinks: flag(
        false,
        'Also gets pages elsewhere that pages of the site link to, whatever `includePatterns` and `childPathsOnly` say, and follows no links of theirs',
      ),
      respectRobots: flag(true, "Obeys robots.txt, its `Crawl-delay` up to 10 s too, and a page's `nofollow`"),
      delayBetweenRequests: number(
        0,
        60_000,
        0,
        'Milliseconds at least between the beginnings of two pages of this crawl, whatever their hosts',
      ),
      concurrency: integer(1, MAX_CONCURRENCY, MAX_CONCURRENCY, 'Pages at once at most, over all hosts'),
      ...manyPagesFields(engines),
      webhook: t.Optional(Webhook),
      format: t.Optional(
        oneOf(['markdown', 'html', 'text', 'json'], { default: 'markdown', description: '`formats` wins over it' }),
      ),
    },
    { description: 'Where to begin, how far to go, and what to make of each page' },
  )
export type CrawlBody = Static<ReturnType<typeof crawlBody>>

/** A page of a crawl. It also has the fields of the requested formats. */
export const CrawledPage = t.Object(
  {
    url: t.String({ description: 'As it was found, without its fragment' }),
    status: oneOf(['success', 'failed']),
    depth: t.Integer({ description: 'Links away from the start page; what a sitemap lists has depth 1' }),
    forbiddenLinks: t.Optional(
      t.Array(t.String(), { description: 'Where it leads on the site and robots.txt forbids it: 100 at most' }),
    ),
    external: t.Optional(t.Literal(true, { description: 'It is none of the site; see `externalLinks`' })),
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
