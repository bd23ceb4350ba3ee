import { normalisePercent } from './normalise-percent.ts'

/** By what advertisers and mailings follow a visitor. Names in lower case. */
const tracking =
  /^(?:utm_\w+|gclid|gclsrc|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|ttclid|igshid|igsh|li_fat_id|mc_[ce]id|mkt_tok|_hsenc|_hsmi|vero_id|oly_(?:anon|enc)_id|wickedid|srsltid|s_cid|cmpid|at_(?:medium|campaign)\w*)$/i

/** Whether a parameter tells a site where its visitors come from, and changes nothing of the page. */
export const isTracking = (name: string): boolean => tracking.test(name)

/**
 * By what sites know a visitor who takes no cookies: each visit gives all addresses anew. The short names mean other
 * things as well, unless the value is as long as a hash.
 */
const session =
  /^(?:phpsessid|jsessionid|aspsessionid[a-z]*|oscsid|zenid|xtcsid|cfid|cftoken)(?:=|$)|^(?:s|sid|session_?id)=[0-9a-f]{32}$/i
/** The same in the path: of Java servers, and of ASP.NET. */
const sessionInPath = /;jsessionid=[^;/]*|\/\(S\([a-z0-9]{24}\)\)/gi

/** Has nothing to be normalised that the parser leaves as it is. */
const isPlain = /^https?:[^?#%@;(]*$/

/**
 * One spelling for all addresses of a page: no fragment, no default port, host and scheme in lower case,
 * percent-encoding normalised, no tracking parameters and no sessions, the others sorted by name, those of one name
 * in their order. It tells pages apart; what is fetched is the address as it was given. With `order: 'kept'` the
 * parameters stay in theirs, and sessions stay too, for a site may give another page for each; `withoutQuery` takes
 * all addresses of a path for one page.
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
  // Put together, because `href` may be cut from a page's text, and would keep all of it.
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
