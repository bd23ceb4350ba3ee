/** Why a URL cannot be fetched, whatever the network says. Source: decisions 5.9. */
export type UrlProblem = 'malformed' | 'unsupported_scheme'

/** The longest accepted URL, in characters. Source: threats T6. */
export const MAX_URL = 8192

/**
 * Parses a URL once, with the WHATWG parser, so that nobody parses it again in a different way: what was checked is
 * what is fetched. Credentials, control characters and backslashes before the query are refused, because parsers
 * disagree about them. In a query all parsers keep a backslash, and browsers send it as it is.
 */
export function parseHttpUrl(text: string, base?: URL): { url: URL } | { problem: UrlProblem } {
  if (text.length > MAX_URL || /[\u0000-\u0020\u007f]|^[^?#]*\\/.test(text)) return { problem: 'malformed' }
  const url = URL.parse(text, base)
  if (!url) return { problem: 'malformed' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { problem: 'unsupported_scheme' }
  if (url.username || url.password || !url.hostname) return { problem: 'malformed' }
  return { url }
}
