import { httpUrl, LONGEST_PATTERN, MOST_PATTERNS, oneOf, type Static, t } from 'weirjs'
import { acceptedStatus, contentFields, estimatedTime, formats, jobId, requestFields, statusUrl } from 'weirjs/schemas'

const flag = (value: boolean, description = '') => t.Optional(t.Boolean({ default: value, description }))
const range = (minimum: number, maximum: number, fallback: number, description: string) =>
  t.Optional(t.Number({ minimum, maximum, default: fallback, description }))
const whole = (minimum: number, maximum: number, fallback: number, description: string) =>
  t.Optional(t.Integer({ minimum, maximum, default: fallback, description }))
const { userAgent, headers, location } = requestFields

/** Pages that a crawl gets unless it says otherwise. */
const PAGES = 10

/**
 * Source: spec section 4.6, decisions 6.1. `engines` are the names that are installed, `mostPages` is what the most generous
 * plan allows; undefined is no bound.
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
      maxDepth: whole(1, 10, 2, 'Links away from the start page at most'),
      sameDomain: flag(
        true,
        'Keeps to the host and port of `url`, the same with or without `www.`, and the subdomains of that host',
      ),
      includePatterns: patterns('Follows only what one of them matches'),
      excludePatterns: patterns('Does not follow what one of them matches'),
      respectRobots: flag(true, "Obeys robots.txt, its `Crawl-delay` up to 10 s too, and a page's `nofollow`"),
      format: t.Optional(
        oneOf(['markdown', 'html', 'text', 'json'], { default: 'markdown', description: '`formats` wins over it' }),
      ),
      formats: t.Optional(
        t.Array(oneOf(formats), {
          minItems: 1,
          maxItems: 20,
          description: 'As on a scrape: each comes under its own name',
        }),
      ),
      includeScreenshot: flag(false, 'Costs extra'),
      includePdf: flag(false, 'Costs extra'),
      includeLinks: flag(true, 'Keeps hyperlinks in the converted text'),
      includeImages: flag(false, 'Keeps images in the converted text'),
      includeMetadata: flag(true, 'What each page says of itself'),
      onlyMainContent: flag(false, 'Drops headers, footers, sidebars'),
      includeTags: contentFields.includeTags,
      excludeTags: contentFields.excludeTags,
      removeAds: flag(false),
      removeScripts: flag(false),
      removeStyles: flag(false),
      engine: t.Optional(
        oneOf(engines, {
          description: 'Which engine gets the pages. Without it the cheapest that can do what is asked',
        }),
      ),
      javascript: flag(false, 'Runs the script of each page. Costs extra'),
      waitForSelector: t.Optional(
        t.String({ minLength: 1, maxLength: 1000, description: 'CSS selector to wait for, in a browser' }),
      ),
      mobile: flag(false, 'A mobile device: viewport, user agent, touch'),
      stealth: flag(false, 'Escalating stealth for all pages. Costs extra'),
      useProxy: flag(false, 'Goes out by the proxy pool. Costs extra'),
      location,
      waitTime: range(0, 30_000, 1000, 'Milliseconds to wait after load, in a browser'),
      timeout: range(5000, 120_000, 30_000, 'Milliseconds for each page'),
      maxAge: range(0, 365, 30, 'Days. How old an answer from the cache may be; 0 bypasses it'),
      userAgent,
      headers,
      authentication: t.Optional(
        t.Object(
          {
            username: t.Optional(t.String({ maxLength: 1000 })),
            password: t.Optional(t.String({ maxLength: 1000 })),
            token: t.Optional(t.String({ maxLength: 8000 })),
          },
          {
            description:
              "Sent with every page of the start URL's origin, and to no other. A token is sent as bearer, a user name as basic",
          },
        ),
      ),
      extract: t.Optional(
        t.Object(
          {
            schema: t.Optional(t.Record(t.String(), t.Unknown(), { description: 'JSON Schema of what is wanted' })),
            prompt: t.Optional(t.String({ maxLength: 3000 })),
          },
          { description: 'AI extraction from each page. Costs extra' },
        ),
      ),
      priority: t.Optional(
        oneOf(['low', 'normal', 'high'], {
          default: 'low',
          description: "Orders the account's own work. `high` needs the plan pro or enterprise",
        }),
      ),
    },
    { description: 'Where to begin, how far to go, and what to make of each page' },
  )
export type CrawlBody = Static<ReturnType<typeof crawlBody>>

function patterns(description: string) {
  return t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: LONGEST_PATTERN }), {
      maxItems: MOST_PATTERNS,
      description: `${description}. Globs (\`*\` within a segment, \`**\` across) of the path, and of the whole URL when they begin with \`http\``,
      examples: [['/docs/**']],
    }),
  )
}

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
