import { httpUrl, oneOf, type Static, t } from 'weirjs'
import { askerFields, ScrapeOptions, Webhook } from './page-fields.ts'

const flag = (description: string) => t.Optional(t.Boolean({ description }))
const count = (minimum: number, description: string) => t.Optional(t.Integer({ minimum, description }))
const patterns = (description: string) => t.Optional(t.Array(t.String(), { description }))

/** The fields that crawls and maps have in common. */
const site = {
  url: httpUrl({ description: 'URL of the start page', examples: ['https://example.com/'] }),
  sitemap: t.Optional(oneOf(['include', 'skip', 'only'], { default: 'include' })),
  ignoreSitemap: flag('The same as `sitemap` `skip`'),
  ignoreQueryParameters: flag('Treats URLs that differ only in their query as one page'),
  ...askerFields,
}

export const CrawlRequest = t.Object(
  {
    ...site,
    prompt: t.Optional(t.String({ maxLength: 3000, description: 'How to crawl, in words; needs a language model' })),
    limit: count(1, 'Maximum number of pages'),
    maxDiscoveryDepth: count(0, 'Maximum number of links from the start, up to 10'),
    maxDepth: count(0, 'The same'),
    includePaths: patterns('Regular expressions: follows only paths that one of them matches'),
    excludePaths: patterns('Regular expressions: does not follow paths that one of them matches'),
    regexOnFullURL: flag('Matches them against the whole URL'),
    crawlEntireDomain: flag('If false, follows only URLs at or below the path of `url`'),
    allowBackwardLinks: flag('The same as `crawlEntireDomain`'),
    allowExternalLinks: flag('Also scrapes pages of other sites that the site links to'),
    allowSubdomains: flag('Also follows links to subdomains'),
    ignoreRobotsTxt: flag('Does not obey robots.txt'),
    deduplicateSimilarURLs: flag('Has no effect: different spellings of a URL are always one page'),
    zeroDataRetention: flag('Has no effect: results are kept until they are read'),
    delay: t.Optional(t.Number({ minimum: 0, description: 'Seconds between two pages, up to 60' })),
    maxConcurrency: count(1, 'Number of pages to fetch at once'),
    webhook: t.Optional(Webhook),
    scrapeOptions: t.Optional(ScrapeOptions),
  },
  { description: 'The site, how far to go and how to convert each page' },
)
export type CrawlRequest = Static<typeof CrawlRequest>

export const MapRequest = t.Object(
  {
    ...site,
    search: t.Optional(t.String({ maxLength: 500, description: 'Words in URLs and titles' })),
    limit: count(1, 'Maximum number of URLs, up to 10,000'),
    includeSubdomains: t.Optional(t.Boolean({ default: true })),
    sitemapOnly: flag('The same as `sitemap` `only`'),
    timeout: t.Optional(t.Number({ minimum: 0, description: 'Milliseconds' })),
    location: t.Optional(
      t.Object(
        { country: t.Optional(t.String()), languages: t.Optional(t.Array(t.String())) },
        { additionalProperties: true },
      ),
    ),
  },
  { description: 'The site, and the maximum number of URLs' },
)
export type MapRequest = Static<typeof MapRequest>
