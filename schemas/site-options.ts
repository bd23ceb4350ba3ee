import { oneOf, t } from 'weirjs'
import { flag, urlPatterns } from './fields.ts'

/** Whether sitemaps are read, or nothing but sitemaps. */
export const sitemapModes = ['include', 'skip', 'only'] as const
export type SitemapMode = (typeof sitemapModes)[number]

/** Which URLs belong to a site, for crawls and maps. Source: spec sections 4.6 and 4.7, decisions 6. */
export const siteFields = {
  sameDomain: flag(
    true,
    'Stays on the host and port of `url`, the same host with or without `www.`, and its subdomains',
  ),
  includeSubdomains: flag(true, 'Without it `sameDomain` leaves out the subdomains'),
  childPathsOnly: flag(
    false,
    'Stays at the path of `url` and below it: from `/docs/intro` or `/docs/intro/` to `/docs/intro/…`, from `/docs/index.html` to `/docs/…`',
  ),
  includePatterns: urlPatterns('Follows only what one of them matches'),
  excludePatterns: urlPatterns('Does not follow what one of them matches'),
  patternSyntax: t.Optional(
    oneOf(['glob', 'regex'], {
      default: 'glob',
      description:
        'How patterns are written: globs as above, or regular expressions. One of these is looked for anywhere in the path, without lookaround and backreferences: it takes linear time',
    }),
  ),
  matchFullUrl: flag(false, 'Matches patterns against the whole URL, whatever they begin with'),
  sitemap: t.Optional(
    oneOf(sitemapModes, {
      default: 'include',
      description:
        'Sitemaps in addition to links, none, or nothing else: `only` means the start page and the pages in sitemaps, without following links',
    }),
  ),
  ignoreQueryParameters: flag(false, 'Treats addresses that differ only in their query as one page'),
}
