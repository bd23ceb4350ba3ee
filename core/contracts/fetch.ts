import type { Exchange } from './exchange.ts'
import type { Proxy } from './proxy.ts'

/** Headers in any of their forms; `HeadersInit` is unknown to the types of Node alone. */
export type GivenHeaders = Headers | [string, string][] | Record<string, string>

export interface GuardedInit {
  method?: string | undefined
  /**
   * Those of the connection (`Host`, `Connection`, …) are left out. At a redirect to another origin only those stay
   * that tell no secret, such as `Accept` and `User-Agent`.
   */
  headers?: GivenHeaders | undefined
  body?: string | Uint8Array | undefined
  /** Ends everything: look-up, connection, headers and body. Without one, a fetch ends after 120 s. */
  signal?: AbortSignal | undefined
  /** Redirects that are followed, each checked like the first address. Default 10; 0 gives the redirect itself. */
  maxRedirects?: number | undefined
  /** Most bytes of the decoded body. Default 50 MiB. */
  maxBytes?: number | undefined
  /**
   * False leaves the body as it was sent: `content-encoding` stands among the headers, and `maxBytes` counts coded
   * bytes. For callers that keep what a server sent, or know that its codings may not be what they say. Default true.
   */
  decode?: boolean | undefined
  proxy?: Proxy | undefined
  /** Takes any certificate. */
  insecure?: boolean | undefined
  /** Cookies are kept from one redirect to the next, as a browser does within one navigation. */
  cookies?: boolean | undefined
  /** Keeps what goes over the wire, for `exchanges` of the answer. */
  keepExchanges?: boolean | undefined
  /** Asked before each redirect is followed; where it says no, the redirect itself is the answer. */
  mayFollow?: ((target: URL) => boolean | Promise<boolean>) | undefined
  /** Told of each redirect, with milliseconds since the last. */
  onHop?: ((hop: { url: URL; status: number; headers: Headers; ms: number }) => void) | undefined
}

/**
 * An answer whose body is decoded and counts its bytes: reading beyond `maxBytes` throws `scraping_failed` with
 * reason `too_large`, a broken body the same with reason `broken_body`. The body is read once. Its `url` is the true
 * one, after redirects, and its headers name neither a content coding nor the coded length.
 */
export interface GuardedResponse {
  readonly url: URL
  readonly status: number
  readonly ok: boolean
  readonly headers: Headers
  readonly body: ReadableStream<Uint8Array> | null
  /**
   * What went over the wire, redirects first, where `keepExchanges` asked for it: all of it once the body is read.
   */
  readonly exchanges?: readonly Exchange[]
  bytes(): Promise<Uint8Array>
  text(): Promise<string>
  json(): Promise<unknown>
}

/**
 * The only way to an address that a caller, a page or a tenant gave. Resolves once, refuses what is not global
 * unicast (unless the operator allows it), connects to the checked address, and does so again at each redirect.
 *
 * Throws ApiError with details `url` (as it was given) and `reason`: 400 `invalid_url` (`dns`, `refused`, `tls`,
 * `forbidden_address`, `unsupported_scheme`, `malformed`), 500 `scraping_failed` (`too_many_redirects`, `too_large`,
 * `unsupported_encoding`, `broken_body`, `malformed_response`, `reset`, `proxy`, `proxies_down`), 500 `timeout` when
 * the signal's time is up, 400 `invalid_options` for a header that cannot be sent. Another abort throws the signal's
 * own reason.
 */
export type GuardedFetch = (url: URL | string, init?: GuardedInit) => Promise<GuardedResponse>
