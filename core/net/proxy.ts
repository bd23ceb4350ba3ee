/** A proxy server of the operator's pool. Source: decisions 13, `WEIR_PROXIES`. */
export interface Proxy {
  /** `http:`, `https:` or `socks5:`, with credentials where it wants them. */
  url: URL
  /** ISO country of its exit, upper case, where the operator says it. */
  country?: string
}
