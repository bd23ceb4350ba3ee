import { normalisePercent } from './normalise-percent.ts'

/** Parameters with which advertisers and mailings track visitors, in lower case. */
const tracking =
  /^(?:utm_\w+|gclid|gclsrc|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|ttclid|igshid|igsh|li_fat_id|mc_[ce]id|mkt_tok|_hsenc|_hsmi|vero_id|oly_(?:anon|enc)_id|wickedid|srsltid|s_cid|cmpid|at_(?:medium|campaign)\w*)$/i

/** Whether a parameter tells a site where its visitors come from, without changing the page. */
export const isTracking = (name: string): boolean => tracking.test(name)

/**
 * Session parameters of sites whose visitors accept no cookies: every visit gets new URLs for the same pages. The
 * short names have other meanings too, unless the value is as long as a hash.
 */
const session =
  /^(?:phpsessid|jsessionid|aspsessionid[a-z]*|oscsid|zenid|xtcsid|cfid|cftoken)(?:=|$)|^(?:s|sid|session_?id)=[0-9a-f]{32}$/i
/** Sessions in the path, as of Java servers and ASP.NET. */
const sessionInPath = /;jsessionid=[^;/]*|\/\(S\([a-z0-9]{24}\)\)/gi

/** Matches URLs that need no normalization beyond the parser's. */
const isPlain = /^https?:[^?#%@;(]*$/

/**
 * One spelling for all URLs of a page: without fragment, default port, tracking parameters and sessions, host and
 * scheme in lower case, percent-encoding normalized, and parameters sorted by name, keeping the order of equal names.
 * It identifies pages; the URL that is fetched is the original one. `order: 'kept'` keeps the order of parameters and
 * the sessions, as a site may return a different page for each; `withoutQuery` treats all URLs of a path as one page.
 * Source: decisions 5.6, 6.1, RFC 3986 section 6.2.
 *
 * @example normaliseUrl(new URL('HTTP://Example.com:80/%7ea?b=2&utm_source=x&a=1#c')) //
 * 'http://example.com/~a?a=1&b=2'
 */
export function normaliseUrl(
  url: URL,
  { order = 'sorted', withoutQuery = false }: { order?: 'sorted' | 'kept'; withoutQuery?: boolean } = {},
): string {
  const { href, origin, pathname } = url
  const search = withoutQuery ? '' : url.search
  // Built anew, because `href` may be a slice of a page's text, and would keep all of it in memory.
  if (isPlain.test(href)) return origin + pathname
  const parameters = search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '')
    .map((parameter) => normalisePercent(parameter))
    .map((parameter) => ({ parameter, name: parameter.split('=', 1)[0]! }))
    .filter(({ name, parameter }) => !isTracking(name) && (order === 'kept' || !session.test(parameter)))
  if (order === 'sorted') parameters.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  const query = parameters.map(({ parameter }) => parameter).join('&')
  const path = order === 'kept' ? pathname : pathname.replace(sessionInPath, '')
  return `${origin}${normalisePercent(path) || '/'}${query && `?${query}`}`
}
