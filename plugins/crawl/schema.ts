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
      url: httpUrl({ description: 'URL of the start page, at depth 0', examples: ['https://example.com/'] }),
      maxPages: t.Optional(
        t.Integer({
          minimum: 1,
          maximum: mostPages,
          default: 10,
          description: 'Maximum number of pages, including failed pages but not duplicates. The plan may allow fewer',
        }),
      ),
      maxDepth: integer(1, 10, 2, 'Maximum number of links between the start page and a page'),
      ...siteFields,
      externalLinks: flag(
        false,
        'Also scrapes pages of other sites that pages of the site link to, regardless of `includePatterns` and `childPathsOnly`, but does not follow their links',
      ),
      respectRobots: flag(true, "Obeys robots.txt, including its `Crawl-delay` up to 10 s, and a page's `nofollow`"),
      delayBetweenRequests: number(
        0,
        60_000,
        0,
        'Minimum milliseconds between the starts of two pages of this crawl, on all hosts together',
      ),
      concurrency: integer(
        1,
        MAX_CONCURRENCY,
        MAX_CONCURRENCY,
        'Maximum number of pages to fetch at once, on all hosts together',
      ),
      ...manyPagesFields(engines),
      webhook: t.Optional(Webhook),
      format: t.Optional(
        oneOf(['markdown', 'html', 'text', 'json'], { default: 'markdown', description: '`formats` takes precedence' }),
      ),
    },
    { description: 'Where to start, how far to go and how to convert each page' },
  )
export type CrawlBody = Static<ReturnType<typeof crawlBody>>

/** A page of a crawl. It also has the fields of the requested formats. */
export const CrawledPage = t.Object(
  {
    url: t.String({ description: 'The URL as found, without its fragment' }),
    status: oneOf(['success', 'failed']),
    depth: t.Integer({ description: 'Number of links from the start page; URLs from a sitemap have depth 1' }),
    forbiddenLinks: t.Optional(
      t.Array(t.String(), {
        description: 'Up to 100 URLs on the site that the page links to but robots.txt disallows',
      }),
    ),
    external: t.Optional(t.Literal(true, { description: 'The page is not on the site; see `externalLinks`' })),
    metadata: t.Object(
      { statusCode: t.Integer({ description: '0 if there was no response' }), creditsUsed: t.Number() },
      { additionalProperties: true },
    ),
    error: t.Optional(
      t.Object(
        { code: t.String(), message: t.String(), details: t.Record(t.String(), t.Unknown()) },
        { description: 'Why the page failed; failed pages are not charged' },
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
  creditsUsed: t.Number({ description: 'Estimate for all of `maxPages`; this amount is held until the job ends' }),
  processingMode: t.Literal('async'),
})
export const CrawlDirect = t.Object({
  ...answer,
  creditsUsed: t.Number({ description: 'Credits charged' }),
  processingMode: t.Literal('direct'),
  results: t.Array(CrawledPage, { description: 'In order of completion' }),
})
