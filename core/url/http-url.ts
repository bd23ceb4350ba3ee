/** Why a URL can never be fetched, whatever the network. Source: decisions 5.9. */
export type UrlProblem = 'malformed' | 'unsupported_scheme'

/** The longest accepted URL, in characters. Source: threats T6. */
export const MAX_URL = 8192

/**
 * Parses a URL once, with the WHATWG parser. Nothing parses it again in another way, so the URL that was checked is
 * the one that is fetched. Credentials, backslashes and control characters are refused, because parsers disagree
 * about them.
 */
export function parseHttpUrl(text: string, base?: URL): { url: URL } | { problem: UrlProblem } {
  if (text.length > MAX_URL || /[\u0000-\u0020\u007f\\]/.test(text)) return { problem: 'malformed' }
  const url = URL.parse(text, base)
  if (!url) return { problem: 'malformed' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { problem: 'unsupported_scheme' }
  if (url.username || url.password || !url.hostname) return { problem: 'malformed' }
  return { url }
}
