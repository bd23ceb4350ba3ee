import { EgressFailure } from '../egress-rules/egress-failure.ts'
import { parseHttpUrl } from '../url/http-url.ts'
import { headersForAnotherOrigin, pick, type RequestHeaders } from './request-headers.ts'

/** One request of a navigation. */
export interface HopRequest {
  url: URL
  method: string
  headers: RequestHeaders
  body?: string | Uint8Array
}

const redirects = new Set([301, 302, 303, 307, 308])

/** Whether a response may redirect. */
export const isRedirect = ({ status }: { status: number }): boolean => redirects.has(status)

/**
 * The URL that a response redirects to; undefined if it does not. Spaces and raw UTF-8 in `Location` are handled as
 * browsers do. Throws EgressFailure if the target is not an HTTP URL.
 */
export function redirectTarget(answer: { status: number; headers: Headers }, from: URL): URL | undefined {
  const location = isRedirect(answer) && once(answer.headers.get('location') ?? '')
  // An empty one leads nowhere, as in browsers.
  if (!location) return undefined
  const parsed = parseHttpUrl(fromUtf8(location).trim().replaceAll(' ', '%20'), from)
  if ('problem' in parsed) throw new EgressFailure(parsed.problem)
  if (!parsed.url.hash) parsed.url.hash = from.hash
  return parsed.url
}

/** Collapses a header that was sent several times with the same value, which arrives joined. */
function once(value: string): string {
  const [first = '', ...others] = value.split(', ')
  return others.every((other) => other === first) ? first : value
}

/** Header bytes arrive as Latin-1, while servers write UTF-8 into them. Bytes that are not valid UTF-8 are kept. */
function fromUtf8(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text)) return text
  const decoded = new TextDecoder().decode(Uint8Array.from(text, (char) => char.charCodeAt(0)))
  return decoded.includes('\ufffd') ? text : decoded
}

/**
 * The request that follows a redirect. Source: WHATWG Fetch, "HTTP-redirect fetch", but stricter about headers; see
 * threats T14.
 */
export function followRedirect({ url, method, headers, body }: HopRequest, status: number, target: URL): HopRequest {
  const kept = target.origin === url.origin ? headers : headersForAnotherOrigin(headers)
  const becomesGet =
    status === 303 ? method !== 'GET' && method !== 'HEAD' : (status === 301 || status === 302) && method === 'POST'
  if (!becomesGet) return { url: target, method, headers: kept, body }
  return { url: target, method: 'GET', headers: pick(Object.entries(kept), (name) => !name.startsWith('content-')) }
}
