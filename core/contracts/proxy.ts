import type { Socket } from 'node:net'

/** The target of a connection: a host with its checked addresses, best first. Its name is not resolved again. */
export interface ProxyTarget {
  addresses: readonly string[]
  port: number
}

/** A proxy server of the operator's pool. Source: decisions 13, `WEIR_PROXIES`. */
export interface Proxy {
  /** `http:`, `https:` or `socks5:`, with credentials if needed. */
  url: URL
  /** ISO country code of its exit, upper case, if the operator states it. */
  country?: string
  /**
   * Connects in another way than just through `url`: in a pool, the next proxy takes over if this one fails. Throws
   * EgressFailure (`proxy`, `proxies_down`).
   */
  dial?(destination: ProxyTarget, signal: AbortSignal): Promise<Socket>
}

/** The state of the pool, without any addresses. */
export interface ProxyPoolState {
  /** Number of proxies. */
  total: number
  /** Number of proxies that have not failed recently. */
  healthy: number
  /** Known countries of their exits, sorted. */
  countries: string[]
}

/** The operator's pool of proxies. */
export interface ProxyPool {
  readonly size: number
  /**
   * The proxy for a host: always the same one while it is healthy, so that a site sees one visitor. If it fails, the
   * next takes over within the same request. With a country, one with an exit there, if the pool has any. Undefined
   * if the pool is empty.
   */
  pick(host: string, country?: string): Proxy | undefined
  state(): ProxyPoolState
}

/** The HTTP proxy through which one page reaches the web, in the form of a browser's settings. */
export interface PageProxy {
  /** `http://127.0.0.1:port` */
  readonly server: string
  readonly username: string
  /** Valid for this page only, until `close`. */
  readonly password: string
  /**
   * A second address of the same proxy that needs no password, for browsers that would reveal the password to sites.
   * Any process on this machine that finds it can use it.
   */
  openEndpoint(): Promise<string>
  /** Bytes transferred so far, in both directions. */
  readonly bytes: number
  /** Why the host of `url` was not reached, as an ApiError that names `asked`; undefined if it was. */
  failure(url: URL, asked: URL): unknown
  /** Closes all its connections. */
  close(): void
}
