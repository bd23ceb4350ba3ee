import type { Proxy } from './proxy.ts'

/** The operator's proxies. */
export interface ProxyPool {
  readonly size: number
  /**
   * The proxy for a host: the same one for the same host, so that a site sees one visitor. With a country, one whose exit is
   * there where the pool has any. Undefined for an empty pool.
   */
  pick(host: string, country?: string): Proxy | undefined
}

/** The schemes that a proxy may be spoken to by. */
const schemes = new Set(['http:', 'https:', 'socks5:'])

/**
 * Reads a comma list of proxy URLs, each with its exit's country as the fragment where it is known:
 * `http://user:password@proxy.example:8080#country=DE`. Throws an Error that says which entry is wrong, by its number: it
 * may hold a password.
 */
export function parseProxies(text: string): Proxy[] {
  const entries = text.split(',').map((entry) => entry.trim())
  return entries
    .filter((entry) => entry !== '')
    .map((entry, index) => {
      const url = URL.parse(entry)
      if (!url || !schemes.has(url.protocol) || !url.hostname)
        throw new Error(`must be a comma list of http, https or socks5 URLs; entry ${index + 1} is none`)
      const country = new URLSearchParams(url.hash.slice(1)).get('country')
      if (url.hash && !/^[A-Za-z]{2}$/.test(country ?? ''))
        throw new Error(`may say of a proxy only #country= and two letters; entry ${index + 1} says something else`)
      url.hash = ''
      return country ? { url, country: country.toUpperCase() } : { url }
    })
}

/** Spreads hosts evenly (FNV-1a, 32 bits). */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}

export const createProxyPool = (proxies: readonly Proxy[]): ProxyPool => ({
  size: proxies.length,
  pick(host, country) {
    const there = proxies.filter((proxy) => country !== undefined && proxy.country === country)
    const pool = there.length > 0 ? there : proxies
    return pool[hash(host) % pool.length]
  },
})
