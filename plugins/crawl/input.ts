import { oneOf, type Static, t } from 'weirjs'
import { sitemapModes } from 'weirjs/schemas'
import { StoredBody } from '../scrape/service.ts'
import type { CrawlBody } from './schema.ts'

/** The input of a crawl. */
export const CrawlInput = t.Object({
  url: t.String(),
  maxPages: t.Integer(),
  maxDepth: t.Integer(),
  sameDomain: t.Boolean(),
  includePatterns: t.Array(t.String()),
  excludePatterns: t.Array(t.String()),
  respectRobots: t.Boolean(),
  includeSubdomains: t.Optional(t.Boolean()),
  childPathsOnly: t.Optional(t.Boolean()),
  patternSyntax: t.Optional(oneOf(['glob', 'regex'])),
  matchFullUrl: t.Optional(t.Boolean()),
  sitemap: t.Optional(oneOf(sitemapModes)),
  ignoreQueryParameters: t.Optional(t.Boolean()),
  externalLinks: t.Optional(t.Boolean()),
  /** Milliseconds. */
  delayBetweenRequests: t.Optional(t.Number()),
  concurrency: t.Optional(t.Integer()),
  includeMetadata: t.Boolean(),
  /** The parameters of scrape for each page. */
  page: StoredBody,
})
export type CrawlInput = Static<typeof CrawlInput>

/** Converts a validated body to the input of a crawl. */
export function toInput(body: CrawlBody): CrawlInput {
  const { url, webhook: _, maxPages = 10, maxDepth = 2, sameDomain = true, respectRobots = true, ...rest } = body
  const { includePatterns = [], excludePatterns = [], includeMetadata = true, priority, ...further } = rest
  const { includeSubdomains, childPathsOnly, patternSyntax, matchFullUrl, sitemap, ...others } = further
  const { ignoreQueryParameters, externalLinks, delayBetweenRequests, concurrency, ...page } = others
  const { format = 'markdown', formats = [format], waitFor, waitTime, ...same } = page
  return {
    url,
    maxPages,
    maxDepth,
    sameDomain,
    includePatterns,
    excludePatterns,
    respectRobots,
    includeSubdomains,
    childPathsOnly,
    patternSyntax,
    matchFullUrl,
    sitemap,
    ignoreQueryParameters,
    externalLinks,
    delayBetweenRequests,
    concurrency,
    includeMetadata,
    page: {
      ...same,
      formats,
      waitFor: waitFor || waitTime,
      priority: priority === 'normal' ? 'medium' : (priority ?? 'low'),
    },
  }
}
