import type { Proxy } from './proxy.ts'

export interface GuardedInit {
  method?: string
  headers?: HeadersInit
  body?: string | Uint8Array
  /** Ends everything: look-up, connection, headers and body. */
  signal?: AbortSignal
  /** Redirects that are followed, each checked like the first address. Default 10; 0 gives the redirect itself. */
  maxRedirects?: number
  /** Most bytes of the decoded body. Default 50 MiB. */
  maxBytes?: number
  proxy?: Proxy
  /** Takes any certificate. */
  insecure?: boolean
  /** Cookies are kept from one redirect to the next, as a browser does within one navigation. */
  cookies?: boolean
  /** Told of each redirect, with milliseconds since the last. */
  onHop?(hop: { url: URL; status: number; ms: number }): void
}

/**
 * An answer whose body counts its decoded bytes: reading beyond `maxBytes` throws `scraping_failed` with reason `too_large`.
 * Its `url` is the true one, after redirects.
 */
export interface GuardedResponse {
  readonly url: URL
  readonly status: number
  readonly ok: boolean
  readonly headers: Headers
  readonly body: ReadableStream<Uint8Array> | null
  bytes(): Promise<Uint8Array>
  text(): Promise<string>
  json(): Promise<unknown>
}

/**
 * The only way to an address that a caller, a page or a tenant gave. Resolves once, refuses what is not global unicast
 * (unless the operator allows it), connects to the checked address, and does so again at each redirect.
 *
 * Throws ApiError: `invalid_url` (reason `dns`, `refused`, `tls`, `forbidden_address`, `unsupported_scheme`, `malformed`),
 * `scraping_failed` (reason `too_many_redirects`, `unsupported_encoding`, `broken_body`, `too_large`), `timeout`.
 */
export type GuardedFetch = (url: URL | string, init?: GuardedInit) => Promise<GuardedResponse>
