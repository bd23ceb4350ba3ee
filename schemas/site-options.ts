import { oneOf, t } from 'weirjs'
import { flag, urlPatterns } from './fields.ts'

/** Whether sitemaps are read, or nothing but sitemaps. */
export const sitemapModes = ['include', 'skip', 'only'] as const
export type SitemapMode = (typeof sitemapModes)[number]

/** Which URLs belong to a site, for crawls and maps. Source: spec sections 4.6 and 4.7, decisions 6. */
export const siteFields = {
  sameDomain: flag(
    true,
    'Stays on the host and port of `url`, with or without `www.`, and on the subdomains of that host',
  ),
  includeSubdomains: flag(true, 'If false, `sameDomain` excludes the subdomains'),
  childPathsOnly: flag(
    false,
    'Stays at or below the path of `url`: from `/docs/intro` or `/docs/intro/` at `/docs/intro/…`, from `/docs/index.html` at `/docs/…`',
  ),
  includePatterns: urlPatterns('Follows only URLs that match at least one pattern'),
  excludePatterns: urlPatterns('Does not follow URLs that match a pattern'),
  patternSyntax: t.Optional(
    oneOf(['glob', 'regex'], {
      default: 'glob',
      description:
        'Syntax of the patterns: globs as above, or regular expressions. A regular expression may match anywhere in the path. Lookaround and backreferences are not supported, so that matching takes linear time',
    }),
  ),
  matchFullUrl: flag(false, 'Matches patterns against the whole URL, however they begin'),
  sitemap: t.Optional(
    oneOf(sitemapModes, {
      default: 'include',
      description:
        'Whether to use sitemaps in addition to links, not at all, or exclusively: with `only`, the start page and the URLs in sitemaps are used, and no links',
    }),
  ),
  ignoreQueryParameters: flag(false, 'Treats URLs that differ only in their query as one page'),
}
