import type { Credentials } from '../contracts/engine.ts'
import type { GivenHeaders } from '../contracts/fetch.ts'
import { ApiError } from '../errors.ts'

/** By lower-case name. */
export type RequestHeaders = Readonly<Record<string, string>>

/** The `User-Agent` of requests whose caller sets none. Every honest crawler uses the form with `Mozilla/5.0`. */
export const USER_AGENT = 'Mozilla/5.0 (compatible; Weir/0.1)'

const defaults: RequestHeaders = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'user-agent': USER_AGENT,
}

/** Headers of the connection, which is ours. Source: RFC 9110, section 7.6.1; threats T15. */
const ofConnection =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length|http2-settings)$/

/**
 * Headers that hold no secret, so that another origin may receive them. A list of what to drop would miss somebody's
 * `X-Api-Key` (threats T14).
 */
const safeAnywhere =
  /^(?:accept|accept-encoding|accept-language|cache-control|content-type|dnt|pragma|priority|sec-(?:ch|fetch)-.*|sec-gpc|upgrade-insecure-requests|user-agent)$/

/**
 * Whether a header belongs to the connection, so that no caller may set it. Names are in lower case, here and below.
 */
export const isOfConnection = (name: string) => ofConnection.test(name)
/** Whether a header holds no secret, so that another origin may receive it. */
export const isSafeAnywhere = (name: string) => safeAnywhere.test(name)

/**
 * Validates the headers that a caller gave. Throws ApiError 400 `invalid_options`, naming the header but never its
 * value, if a name or value cannot stand in a request: a line break would start a header or a request of its own.
 */
export function parseHeaders(given: GivenHeaders): Headers {
  if (given instanceof Headers) return given
  const headers = new Headers()
  for (const [name, value] of Array.isArray(given) ? given : Object.entries(given)) {
    try {
      headers.append(String(name), String(value))
    } catch (cause) {
      const message = 'headers must have names of letters, digits and hyphens, and values of one line in Latin-1'
      throw new ApiError('invalid_options', message, { parameter: 'headers', header: String(name) }, { cause })
    }
  }
  return headers
}

/**
 * Sets a header on behalf of another of the caller's parameters. Throws ApiError 400 `invalid_options`, naming the
 * parameter but never its value, if a header cannot hold the value.
 */
export function setHeader(headers: Headers, name: string, value: string, parameter: string): void {
  try {
    headers.set(name, value)
  } catch (cause) {
    const message = `${parameter} must be one line of Latin-1 text, because it is sent in a header`
    throw new ApiError('invalid_options', message, { parameter }, { cause })
  }
}

/** The `Authorization` header that presents credentials. */
export const authorizationOf = ({ type, username = '', password = '', token = '' }: Credentials): string =>
  type === 'bearer' ? `Bearer ${token}` : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** The caller's headers without those of the connection, plus those that each of our requests sends. */
export function outgoingHeaders(given: GivenHeaders | undefined): RequestHeaders {
  if (!given) return defaults
  return { ...defaults, ...pick(parseHeaders(given), (name) => !ofConnection.test(name)) }
}

/** The headers that may be sent to an origin other than the one they were given for. */
export const headersForAnotherOrigin = (headers: RequestHeaders): RequestHeaders =>
  pick(Object.entries(headers), (name) => safeAnywhere.test(name))

/** The headers with the given names. */
export function pick(headers: Iterable<[string, string]>, wanted: (name: string) => boolean): RequestHeaders {
  const picked: Record<string, string> = {}
  for (const [name, value] of headers) if (wanted(name)) picked[name] = value
  return picked
}
