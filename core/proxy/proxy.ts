import type { Socket } from 'node:net'

/**
 * Where a connection is wanted: one host's addresses, best first, which were checked. Nobody resolves its name again.
 */
export interface ProxyTarget {
  addresses: readonly string[]
  port: number
}

/** A proxy server of the operator's pool. Source: decisions 13, `WEIR_PROXIES`. */
export interface Proxy {
  /** `http:`, `https:` or `socks5:`, with credentials where it wants them. */
  url: URL
  /** ISO country of its exit, upper case, where the operator says it. */
  country?: string
  /**
   * Makes a connection, where that takes more than the proxy at `url`: one of a pool has the next take over when it
   * fails. Throws EgressFailure (`proxy`, `proxies_down`).
   */
  dial?(destination: ProxyTarget, signal: AbortSignal): Promise<Socket>
}
