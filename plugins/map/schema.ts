import { httpUrl, nullable, oneOf, reply, type ScopeOptions, type Static, t, timestamp } from 'weirjs'
import { flag, integer, number, pageFields, siteFields } from 'weirjs/schemas'
import type { ScrapeBody } from '../scrape/service.ts'

/** Source: spec section 4.7, decisions 6.2. `engines` are the names of the installed ones. */
export const mapBody = (engines: readonly string[]) =>
  t.Object(
    {
      url: httpUrl({ description: 'The root: depth 0', examples: ['https://example.com/'] }),
      options: t.Optional(
        t.Object(
          {
            maxDepth: integer(1, 5, 2, 'Links away from the root at most'),
            maxPages: integer(1, 10_000, 100, 'URLs at most'),
            ...siteFields,
            respectRobots: flag(true, 'Obeys robots.txt, its `Crawl-delay` up to 10 s too'),
            search: t.Optional(
              t.String({
                maxLength: 500,
                description:
                  'Returns only URLs that contain one of these words or have one in their title, the best match first. URLs with such a word are visited before others',
              }),
            ),
            ...pageFields(engines),
            timeout: number(
              1000,
              120_000,
              30_000,
              'Milliseconds. Whatever was found by then is returned, with `summary.timedOut`',
            ),
            engine: t.Optional(
              oneOf(engines, {
                description:
                  'The engine that fetches the pages. Default: the cheapest, `lightweight`. A browser finds links that scripts create, and costs extra',
              }),
            ),
            includeMetadata: flag(false, 'Gives the `description` of pages'),
            metadataLimit: integer(0, 10_000, 100, 'How many URLs get a `description`'),
          },
          {
            title: 'MapOptions',
            description: 'How far to go, and every scrape parameter for requesting a page',
            default: {},
          },
        ),
      ),
    },
    { description: 'A site, and how much of it to look at' },
  )

export type MapBody = Static<ReturnType<typeof mapBody>>

/** Source: spec section 2.7. */
export const MapEntry = t.Object(
  {
    url: t.String({ description: 'As it was found, without its fragment' }),
    depth: t.Integer({ description: 'Links away from the root; what a sitemap lists has depth 1' }),
    statusCode: nullable(t.Integer(), {
      description: 'After redirects; null without a response, or if no time was left to ask',
    }),
    title: nullable(t.String()),
    description: t.Optional(nullable(t.String())),
    discoveredAt: timestamp(),
    parentUrl: nullable(t.String(), {
      description: 'The page that linked to it; null for the root and for URLs from a sitemap',
    }),
  },
  { title: 'MappedUrl' },
)
export type MapEntry = Static<typeof MapEntry>

/** Source: spec section 2.7, decisions 6.2. */
export const SiteMap = t.Object(
  {
    domain: t.String(),
    rootUrl: t.String(),
    totalPages: t.Integer(),
    maxDepthReached: t.Integer(),
    urls: t.Array(MapEntry, { description: 'Nearest to the root first; with `search` the best match first' }),
    summary: t.Object(
      {
        totalUrls: t.Integer(),
        successfulUrls: t.Integer({ description: 'Answered below 400, without a redirect' }),
        failedUrls: t.Integer({ description: 'Answered with 400 or above, or not at all' }),
        redirectUrls: t.Integer({ description: 'Redirected' }),
        mappingTime: t.Number({ description: 'Seconds' }),
        creditsUsed: t.Number(),
        timedOut: t.Optional(t.Boolean({ description: 'The time was too short for all' })),
      },
      { title: 'MapSummary' },
    ),
  },
  { title: 'SiteMap' },
)

export const MapReply = reply(SiteMap)

/** The scrape parameters within a map's options. A map takes no screenshots. */
export const toScrapeBody = ({
  timeout: _,
  includeMetadata: __,
  formats,
  ...page
}: NonNullable<MapBody['options']>): ScrapeBody => ({
  ...page,
  formats: ['links'],
  includeScreenshot: false,
  includePdf: false,
})

/** Which URLs belong to the site. */
export const scopeOf = ({
  sameDomain = true,
  includeSubdomains,
  childPathsOnly,
  includePatterns,
  excludePatterns,
  patternSyntax,
  matchFullUrl,
}: NonNullable<MapBody['options']>): ScopeOptions => ({
  sameDomain,
  includeSubdomains,
  childPathsOnly,
  includePatterns,
  excludePatterns,
  patternSyntax,
  matchFullUrl,
})
