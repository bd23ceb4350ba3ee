import { normalisePercent } from './normalise-percent.ts'

/** Parameters by which advertisers and mailings track visitors. Names in lower case. */
const tracking =
  /^(?:utm_\w+|gclid|gclsrc|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|ttclid|igshid|igsh|li_fat_id|mc_[ce]id|mkt_tok|_hsenc|_hsmi|vero_id|oly_(?:anon|enc)_id|wickedid|srsltid|s_cid|cmpid|at_(?:medium|campaign)\w*)$/i

/** Whether a parameter only tracks where visitors come from, without any effect on the page. */
export const isTracking = (name: string): boolean => tracking.test(name)

/** Matches URLs that are normalised already when parsed. */
const isPlain = /^https?:[^?#%@]*$/

/**
 * The normal form of a page's URL: no fragment, no default port, host and scheme in lower case, percent-encoding
 * normalised, no tracking parameters, and the others sorted by name (those with the same name keep their order). It
 * identifies pages; the URL that is fetched is the one given. With `order: 'kept'` parameters are not sorted, because
 * a site may return another page for each order. `withoutQuery` drops the query, so that all URLs with one path are
 * one page. Source: decisions 5.6, 6.1, RFC 3986 section 6.2.
 *
 * @example normaliseUrl(new URL('HTTP://Example.com:80/%7ea?b=2&utm_source=x&a=1#c'))
 * // 'http://example.com/~a?a=1&b=2'
 */
export function normaliseUrl(
  url: URL,
  { order = 'sorted', withoutQuery = false }: { order?: 'sorted' | 'kept'; withoutQuery?: boolean } = {},
): string {
  const { href, origin, pathname } = url
  const search = withoutQuery ? '' : url.search
  // Concatenated, because `href` may be a slice of a page's text, which would keep all of it in memory.
  if (isPlain.test(href)) return origin + pathname
  const parameters = search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '')
    .map((parameter) => normalisePercent(parameter))
    .map((parameter) => ({ parameter, name: parameter.split('=', 1)[0]! }))
    .filter(({ name }) => !isTracking(name))
  if (order === 'sorted') parameters.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  const query = parameters.map(({ parameter }) => parameter).join('&')
  return `${origin}${normalisePercent(pathname)}${query && `?${query}`}`
}
