import { httpUrl, nullable, oneOf, reply, type ScopeOptions, type Static, t, timestamp } from 'weirjs'
import { flag, integer, number, pageFields, siteFields } from 'weirjs/schemas'
import type { ScrapeBody } from '../scrape/service.ts'

/** Source: spec section 4.7, decisions 6.2. `engines` are the names of the installed ones. */
export const mapBody = (engines: readonly string[]) =>
  t.Object(
    {
      url: httpUrl({ description: 'URL of the root, at depth 0', examples: ['https://example.com/'] }),
      options: t.Optional(
        t.Object(
          {
            maxDepth: integer(1, 5, 2, 'Maximum number of links between the root and a page'),
            maxPages: integer(1, 10_000, 100, 'Maximum number of URLs'),
            ...siteFields,
            respectRobots: flag(true, 'Obeys robots.txt, including its `Crawl-delay` up to 10 s'),
            search: t.Optional(
              t.String({
                maxLength: 500,
                description:
                  'Returns only URLs that contain one of these words in the URL or the title, best match first. URLs that contain one are visited before others',
              }),
            ),
            ...pageFields(engines),
            timeout: number(
              1000,
              120_000,
              30_000,
              'Time limit in milliseconds. When it is reached, the URLs found so far are returned with `summary.timedOut`',
            ),
            engine: t.Optional(
              oneOf(engines, {
                description:
                  'The engine that fetches the pages. Default: the cheapest, `lightweight`. A browser also finds links that scripts add, and costs extra',
              }),
            ),
            includeMetadata: flag(false, 'Returns the `description` of each page'),
            metadataLimit: integer(0, 10_000, 100, 'Maximum number of URLs that get a `description`'),
          },
          {
            title: 'MapOptions',
            description: 'How far to go, and every scrape parameter that affects how a page is requested',
            default: {},
          },
        ),
      ),
    },
    { description: 'The site to map and how much of it to visit' },
  )

export type MapBody = Static<ReturnType<typeof mapBody>>

/** Source: spec section 2.7. */
export const MapEntry = t.Object(
  {
    url: t.String({ description: 'The URL as found, without its fragment' }),
    depth: t.Integer({ description: 'Number of links from the root; URLs from a sitemap have depth 1' }),
    statusCode: nullable(t.Integer(), {
      description: 'Status after redirects; null if there was no response or no time to request the URL',
    }),
    title: nullable(t.String()),
    description: t.Optional(nullable(t.String())),
    discoveredAt: timestamp(),
    parentUrl: nullable(t.String(), {
      description: 'The page that links to it; null for the root and for URLs from a sitemap',
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
    urls: t.Array(MapEntry, { description: 'Nearest to the root first, or best match first with `search`' }),
    summary: t.Object(
      {
        totalUrls: t.Integer(),
        successfulUrls: t.Integer({ description: 'Responded with a status below 400, without a redirect' }),
        failedUrls: t.Integer({ description: 'Responded with a status of 400 or above, or did not respond' }),
        redirectUrls: t.Integer({ description: 'Redirected to another URL' }),
        mappingTime: t.Number({ description: 'Seconds' }),
        creditsUsed: t.Number(),
        timedOut: t.Optional(t.Boolean({ description: 'The time limit ended the map early' })),
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
