import type { Proxy } from '../contracts/proxy.ts'

/** The supported proxy protocols. */
const schemes = new Set(['http:', 'https:', 'socks5:'])

/**
 * Parses a comma-separated list of proxy URLs, each with the country of its exit as the fragment if known:
 * `http://user:password@proxy.example:8080#country=DE`. Throws an Error that gives the number of the invalid entry,
 * and not its text, which may contain a password.
 */
export function parseProxies(text: string): Proxy[] {
  const entries = text.split(',').map((entry) => entry.trim())
  return entries
    .filter((entry) => entry !== '')
    .map((entry, index) => {
      const url = URL.parse(entry)
      if (!url || !schemes.has(url.protocol) || !url.hostname)
        throw new Error(`must be a comma list of http, https or socks5 URLs, and entry ${index + 1} is something else`)
      if (!isDecodable(url.username) || !isDecodable(url.password))
        throw new Error(`must write a % of a user name or password as %25; entry ${index + 1} does not`)
      const country = new URLSearchParams(url.hash.slice(1)).get('country')
      if (url.hash && !/^[A-Za-z]{2}$/.test(country ?? ''))
        throw new Error(`may have only #country= and two letters after a proxy; entry ${index + 1} has something else`)
      url.hash = ''
      return country ? { url, country: country.toUpperCase() } : { url }
    })
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
