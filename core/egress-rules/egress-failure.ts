import { ApiError, isApiError } from '../errors.ts'
import { showUrl } from '../url/show-url.ts'

/** Why a page could not be fetched, as in `details.reason`. Source: decisions 5.9. */
export type FailureReason = keyof typeof failures

/** Every message is constant: it reveals neither an address nor how far a connection got. Source: threats T16. */
const failures = {
  malformed: ['invalid_url', 'The URL is not a valid HTTP address, or carries a user and a password'],
  unsupported_scheme: ['invalid_url', 'Only http and https URLs are fetched'],
  forbidden_address: ['invalid_url', 'The URL leads to an address or port that this service does not fetch'],
  dns: ['invalid_url', 'The host name of the URL does not resolve to an address'],
  refused: ['invalid_url', 'The host of the URL cannot be reached'],
  tls: [
    'invalid_url',
    'No secure connection: the certificate is not valid for this host, or the server does not speak TLS',
  ],
  too_many_redirects: ['scraping_failed', 'The page redirects too many times'],
  too_large: ['scraping_failed', 'The answer is larger than this service accepts'],
  unsupported_encoding: ['scraping_failed', 'The answer has a content encoding that was not offered'],
  broken_body: ['scraping_failed', "The answer's body is incomplete or not in its declared form"],
  malformed_response: ['scraping_failed', 'The server did not answer with valid HTTP'],
  reset: ['scraping_failed', 'The server ended the connection before it answered'],
  proxy: ['scraping_failed', 'The proxy did not connect to the host of the URL'],
  proxies_down: ['scraping_failed', 'No proxy accepts connections at present: leave useProxy out, or try again later'],
} as const satisfies Record<string, readonly ['invalid_url' | 'scraping_failed', string]>

/** What the operator can do about `forbidden_address`; shown only to them. */
export const FORBIDDEN_REMEDY =
  'To allow this address, add it to WEIR_EGRESS_ALLOW (an IP address, a CIDR or a host name, with or without a port). Ports that browsers refuse, and this service itself, are never allowed'

/** A failure inside the egress module, before it is known which URL the caller asked for. */
export class EgressFailure extends Error {
  override readonly name = 'EgressFailure'
  readonly reason: FailureReason

  constructor(reason: FailureReason, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

/** The request that failed. */
export interface RequestContext {
  /** As the caller wrote it. */
  url: URL | string
  redirected: boolean
  signal: AbortSignal
}

/**
 * The error that the caller gets: an ApiError, or, for a signal aborted for another reason than a timeout, that
 * reason, like `fetch`.
 */
export function toCallerError(error: unknown, { url: given, redirected, signal }: RequestContext): unknown {
  if (isApiError(error)) return error
  hideUrl(error)
  const url = showUrl(String(given))
  if (signal.aborted)
    return isTimeout(signal.reason)
      ? new ApiError('timeout', 'The page took too long', { url }, { cause: error })
      : signal.reason
  const reason = error instanceof EgressFailure ? error.reason : reasonOf(error)
  const [code, message] = failures[reason]
  if (code === 'scraping_failed') return new ApiError(code, message, { url, reason }, { cause: error })
  const where = redirected ? `A redirect was not followed: ${message}` : message
  return new ApiError(code, where, { url, reason }, { cause: error })
}

/** Some of Bun's messages end with this. */
const FETCHING = / fetching "[^"]*"/

/** Removes the URL from the messages, which are logged: its path or query may be a secret, such as a bot's token. */
function hideUrl(error: unknown): void {
  for (let at = error; at instanceof Error; at = at.cause)
    if (FETCHING.test(at.message)) at.message = at.message.replace(FETCHING, '')
}

const isTimeout = (reason: unknown) => reason instanceof Error && reason.name === 'TimeoutError'

const unreachable = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
  'ETIMEDOUT',
])

/** Whether no connection was made, so that another address of the same host may be tried. */
export const isUnreachable = (error: unknown) => unreachable.has(codeOf(error))

/** Each runtime has its own codes for network failures; these are Bun's, Deno's and Node's. */
function reasonOf(error: unknown): FailureReason {
  const code = codeOf(error)
  if (isUnreachable(error)) return 'refused'
  if (/CERT|^ERR_(TLS|SSL)_|^EPROTO$|SELF_SIGNED|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^INVALID_CA$/.test(code)) return 'tls'
  if (code === 'HPE_HEADER_OVERFLOW') return 'too_large'
  if (/^HPE_|^(Malformed|Invalid|Unrequested)/.test(code)) return 'malformed_response'
  if (/Zlib|Decompression/.test(code)) return 'broken_body'
  return 'reset'
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
