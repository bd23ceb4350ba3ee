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
