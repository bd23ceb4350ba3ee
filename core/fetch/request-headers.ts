import type { Credentials } from '../contracts/engine.ts'
import type { GivenHeaders } from '../contracts/fetch.ts'
import { ApiError } from '../errors.ts'

/** By their names in lower case. */
export type RequestHeaders = Readonly<Record<string, string>>

/**
 * What a request says of its sender where the caller says nothing. The form with `Mozilla/5.0` is that of every
 * honest crawler.
 */
export const USER_AGENT = 'Mozilla/5.0 (compatible; Weir/0.1)'

const defaults: RequestHeaders = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'user-agent': USER_AGENT,
}

/** These belong to the connection, which is ours. Source: RFC 9110, section 7.6.1; threats T15. */
const ofConnection =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length|http2-settings)$/

/**
 * These tell no secret, so another origin may have them. A list of what to drop would miss somebody's `X-Api-Key`
 * (threats T14).
 */
const safeAnywhere =
  /^(?:accept|accept-encoding|accept-language|cache-control|content-type|dnt|pragma|priority|sec-(?:ch|fetch)-.*|sec-gpc|upgrade-insecure-requests|user-agent)$/

/**
 * Whether a header belongs to the connection, so that no caller may set it. By its name in lower case, as the next.
 */
export const isOfConnection = (name: string) => ofConnection.test(name)
/** Whether a header tells no secret, so that another origin may have it. */
export const isSafeAnywhere = (name: string) => safeAnywhere.test(name)

/**
 * Headers as a caller gave them. Throws ApiError 400 `invalid_options` that names the header, and never its value,
 * when a name or value cannot stand in a request: a line break would begin a header or a request of its own.
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
 * Sets a header that another parameter of the caller stands for. Throws ApiError 400 `invalid_options` that names the
 * parameter, and never its value, where a header cannot hold that.
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

/** The caller's headers without those of the connection, and with what each request of ours says. */
export function outgoingHeaders(given: GivenHeaders | undefined): RequestHeaders {
  if (!given) return defaults
  return { ...defaults, ...pick(parseHeaders(given), (name) => !ofConnection.test(name)) }
}

/** What of these headers may go to another origin than the one they were given for. */
export const headersForAnotherOrigin = (headers: RequestHeaders): RequestHeaders =>
  pick(Object.entries(headers), (name) => safeAnywhere.test(name))

/** The headers whose names are wanted. */
export function pick(headers: Iterable<[string, string]>, wanted: (name: string) => boolean): RequestHeaders {
  const picked: Record<string, string> = {}
  for (const [name, value] of headers) if (wanted(name)) picked[name] = value
  return picked
}
