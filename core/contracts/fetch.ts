import type { Exchange } from './exchange.ts'
import type { Proxy } from './proxy.ts'

/** Headers in any of their forms; `HeadersInit` is unknown to the types of Node alone. */
export type GivenHeaders = Headers | [string, string][] | Record<string, string>

export interface GuardedInit {
  method?: string | undefined
  /**
   * Headers of the connection (`Host`, `Connection`, …) are ignored. After a redirect to another origin, only headers
   * without secrets are sent, such as `Accept` and `User-Agent`.
   */
  headers?: GivenHeaders | undefined
  body?: string | Uint8Array | undefined
  /** Aborts everything: DNS lookup, connection, headers and body. Without one, a fetch is aborted after 120 s. */
  signal?: AbortSignal | undefined
  /** Redirects to follow, each checked like the first address. Default: 10; 0 returns the redirect itself. */
  maxRedirects?: number | undefined
  /** Maximum bytes of the decoded body. Default: 50 MiB. */
  maxBytes?: number | undefined
  /**
   * False leaves the body encoded: the headers contain `content-encoding`, and `maxBytes` counts encoded bytes. For
   * callers that store what a server sent, or that know its codings to be wrong. Default: true.
   */
  decode?: boolean | undefined
  proxy?: Proxy | undefined
  /** Accepts any certificate. */
  insecure?: boolean | undefined
  /** Keeps cookies across redirects, as a browser does within one navigation. */
  cookies?: boolean | undefined
  /** Records what goes over the wire, for `exchanges` of the response. */
  keepExchanges?: boolean | undefined
  /** Called before each redirect is followed; if false, the redirect itself is the response. */
  mayFollow?: ((target: URL) => boolean | Promise<boolean>) | undefined
  /** Called for each redirect, with the milliseconds since the previous one. */
  onHop?: ((hop: { url: URL; status: number; headers: Headers; ms: number }) => void) | undefined
}

/**
 * A response with a decoded body of limited size: reading beyond `maxBytes` throws `scraping_failed` with reason
 * `too_large`, and a broken body throws it with reason `broken_body`. The body can be read once. `url` is the address
 * after redirects, and the headers contain neither a content coding nor the encoded length.
 */
export interface GuardedResponse {
  readonly url: URL
  readonly status: number
  readonly ok: boolean
  readonly headers: Headers
  readonly body: ReadableStream<Uint8Array> | null
  /** What went over the wire, redirects first, with `keepExchanges`. Complete once the body has been read. */
  readonly exchanges?: readonly Exchange[]
  bytes(): Promise<Uint8Array>
  text(): Promise<string>
  json(): Promise<unknown>
}

/**
 * The only way to request an address that a caller, a page or a tenant gave. It resolves the name once, refuses
 * addresses that are not global unicast (unless the operator allows them), connects to the checked address, and does
 * the same at each redirect.
 *
 * Throws ApiError with details `url` (as it was given) and `reason`: 400 `invalid_url` (`dns`, `refused`, `tls`,
 * `forbidden_address`, `unsupported_scheme`, `malformed`), 500 `scraping_failed` (`too_many_redirects`, `too_large`,
 * `unsupported_encoding`, `broken_body`, `malformed_response`, `reset`, `proxy`, `proxies_down`), 500 `timeout` when
 * the signal's time is up, 400 `invalid_options` for a header that cannot be sent. Another abort throws the signal's
 * own reason.
 */
export type GuardedFetch = (url: URL | string, init?: GuardedInit) => Promise<GuardedResponse>
