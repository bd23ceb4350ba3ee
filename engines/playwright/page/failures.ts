import { ApiError, EgressFailure, type FailureReason, isApiError, type PageProxy, toCallerError } from 'weirjs'

/**
 * Browser errors, mapped to those of the guarded fetch. Chromium's names begin with `ERR_`, Firefox's with `NS_` and
 * the like.
 */
const reasons: readonly [RegExp, FailureReason][] = [
  [/ERR_NAME_NOT_RESOLVED|NS_ERROR_UNKNOWN_HOST|dnsNotFound/, 'dns'],
  [
    /ERR_UNSAFE_PORT|ERR_BLOCKED_BY_ADMINISTRATOR|deniedPortAccess|NS_ERROR_PORT_ACCESS_NOT_ALLOWED/,
    'forbidden_address',
  ],
  [/ERR_TOO_MANY_REDIRECTS|NS_ERROR_REDIRECT_LOOP|redirectLoop/, 'too_many_redirects'],
  [
    /ERR_UNSAFE_REDIRECT|ERR_UNKNOWN_URL_SCHEME|ERR_DISALLOWED_URL_SCHEME|NS_ERROR_UNKNOWN_PROTOCOL|NS_ERROR_CORRUPTED_CONTENT/,
    'unsupported_scheme',
  ],
  [
    /ERR_CERT_|ERR_SSL_|ERR_BAD_SSL|SEC_ERROR_|SSL_ERROR_|MOZILLA_PKIX_|NS_ERROR_NET_INADEQUATE_SECURITY|nssFailure|nssBadCert/,
    'tls',
  ],
  [
    /ERR_(CONNECTION_REFUSED|ADDRESS_UNREACHABLE|CONNECTION_TIMED_OUT)|NS_ERROR_(CONNECTION_REFUSED|NET_TIMEOUT)|connectionFailure|netTimeout/,
    'refused',
  ],
  [
    /ERR_(CONTENT_DECODING_FAILED|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING)|NS_ERROR_(NET_PARTIAL_TRANSFER|INVALID_CONTENT_ENCODING)|contentEncodingError|corruptedContent/,
    'broken_body',
  ],
  [/ERR_INVALID_(HTTP_RESPONSE|CHUNKED_ENCODING)|ERR_RESPONSE_HEADERS_/, 'malformed_response'],
  [
    /ERR_(EMPTY_RESPONSE|CONNECTION_(RESET|CLOSED|ABORTED)|HTTP2_|QUIC_|SOCKET_)|NS_ERROR_(NET_RESET|NET_EMPTY_RESPONSE|NET_INTERRUPT|ABORT)|netReset|netInterrupt/,
    'reset',
  ],
]

/** The situation in which a page failed. */
export interface FailureContext {
  /** As the caller gave it. */
  requested: URL
  /** Where the browser was, or tried to go. */
  current: URL
  pageProxy: PageProxy | undefined
  signal: AbortSignal
}

/** The error that the caller gets for a page that could not be shown; the same as the guarded fetch would give. */
export function toPageError(error: unknown, { requested, current, pageProxy, signal }: FailureContext): unknown {
  if (isApiError(error) || signal.aborted) return isApiError(error) ? error : signal.reason
  // The proxy knows more than the browser, to which every refusal looks the same.
  const refusal = pageProxy?.failure(current, requested)
  if (refusal) return refusal
  const message = messageOf(error)
  const [, known] = reasons.find(([pattern]) => pattern.test(message)) ?? []
  const reason = error instanceof EgressFailure ? error.reason : known
  const redirected = current.href !== requested.href
  if (reason) return toCallerError(new EgressFailure(reason, error), { url: requested, redirected, signal })
  return new ApiError(
    'scraping_failed',
    'The browser could not show the page',
    { url: requested.href, reason: 'browser' },
    { cause: error },
  )
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
