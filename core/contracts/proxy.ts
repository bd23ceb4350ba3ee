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

/** How the pool is, in figures: no address is told. */
export interface ProxyPoolState {
  /** Proxies that there are. */
  total: number
  /** Of them those that have not just failed. */
  healthy: number
  /** Countries of their exits, as far as they are known, in order. */
  countries: string[]
}

/** The operator's proxies. */
export interface ProxyPool {
  readonly size: number
  /**
   * The proxy for a host: the same one for the same host while it is healthy, so that a site sees one visitor; where
   * it fails, the next takes over within the same request. With a country, one whose exit is there where the pool has
   * any. Undefined for an empty pool.
   */
  pick(host: string, country?: string): Proxy | undefined
  state(): ProxyPoolState
}

/** The HTTP proxy by which one page reaches the web, as a browser's settings take it. */
export interface PageProxy {
  /** `http://127.0.0.1:port` */
  readonly server: string
  readonly username: string
  /** Good for this page alone, and until `close`. */
  readonly password: string
  /**
   * A second address of the same proxy, which asks for no password: for a browser that would tell the password to
   * sites. Any process of this machine that finds it may use it.
   */
  openEndpoint(): Promise<string>
  /** Bytes that it has moved so far, in both directions. */
  readonly bytes: number
  /** Why the host of `url` was not reached, as an ApiError that names `asked`; undefined where it was. */
  failure(url: URL, asked: URL): unknown
  /** Ends all its connections. */
  close(): void
}
