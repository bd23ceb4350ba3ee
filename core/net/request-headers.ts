import { ApiError } from '../errors.ts'

/** What a request says of its sender where the caller says nothing. The form with `Mozilla/5.0` is that of every honest crawler. */
export const USER_AGENT = 'Mozilla/5.0 (compatible; Weir/0.1)'

/** These belong to the connection, which is ours. Source: RFC 9110, section 7.6.1; threats T15. */
const ofConnection =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length|http2-settings)$/

/** These tell no secret, so another origin may have them. A list of what to drop would miss somebody's `X-Api-Key` (threats T14). */
const safeAnywhere =
  /^(?:accept|accept-encoding|accept-language|cache-control|content-type|dnt|pragma|priority|sec-(?:ch|fetch)-.*|sec-gpc|upgrade-insecure-requests|user-agent)$/

/**
 * Headers as the caller gave them. Throws ApiError 400 `invalid_options` that names the header, and never its value, when
 * a name or value cannot stand in a request: a line break would begin a header or a request of its own.
 */
export function parseHeaders(given: HeadersInit | undefined): Headers {
  try {
    return new Headers(given)
  } catch (cause) {
    const entries = Array.isArray(given) ? given : Object.entries(given ?? {})
    const header = entries.map(([name]) => String(name)).find((name, i) => !isSendable(name, String(entries[i]?.[1])))
    const message = 'headers must have names of letters, digits and hyphens, and values of one line in Latin-1'
    throw new ApiError(
      400,
      'invalid_options',
      message,
      { parameter: 'headers', ...(header !== undefined && { header }) },
      { cause },
    )
  }
}

function isSendable(name: string, value: string): boolean {
  try {
    new Headers([[name, value]])
    return true
  } catch {
    return false
  }
}

/** The caller's headers without those of the connection, and with what each request of ours says. */
export function outgoingHeaders(given: HeadersInit | undefined): Headers {
  const headers = parseHeaders(given)
  for (const name of [...headers.keys()]) if (ofConnection.test(name)) headers.delete(name)
  if (!headers.has('accept')) headers.set('accept', '*/*')
  if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'gzip, deflate, br, zstd')
  if (!headers.has('user-agent')) headers.set('user-agent', USER_AGENT)
  return headers
}

/** What of these headers may go to another origin than the one they were given for. */
export function headersForAnotherOrigin(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => safeAnywhere.test(name)))
}
