import { pathOf } from './incoming.ts'
import { isWithin } from './paths.ts'

/** Seconds for which a browser may cache the preflight; no browser caches it for longer. */
const MAX_AGE = '86400'
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
/** Listed by name, as older browsers do not know `*`, and as it does not cover `Authorization`. */
const REQUEST_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, Last-Event-ID, Prefer, X-API-Key, X-Request-Id, *'
/** Headers of an answer that scripts may read, beyond the safelisted ones. */
const ANSWER_HEADERS =
  'Content-Disposition, Deprecation, Link, Location, Preference-Applied, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-RateLimit-Retry-After, *'

/** Reads `WEIR_CORS_ORIGINS`. Throws an Error that says what is allowed. */
export function parseOrigins(value: string): readonly string[] {
  const origins = value
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean)
  for (const origin of origins) {
    const isOrigin = URL.parse(origin)?.origin === origin && /^https?:/.test(origin)
    if (origin !== '*' && !isOrigin) throw new Error('must be * or origins such as https://app.example.com')
  }
  return origins
}

/** Which pages of other origins may call the API from a browser. */
export interface Cors {
  /** The answer to a preflight; undefined for any other request, and for an origin that is not allowed. */
  preflight(request: Request): Response | undefined
  /** Lets the page that made the request read the answer, if its origin is allowed. */
  allow(request: Request, response: Response): void
}

/**
 * Pages of the origins that the operator names may call what is at or below `paths`; without any origin, no page may.
 * A page authenticates by a key of its own: cookies are never accepted, so it gains nothing from a user who is signed
 * in. Paths that answer loopback without a key (`/metrics`) are open to no page.
 */
export function createCors(origins: readonly string[], paths: readonly string[]): Cors {
  const isAny = origins.includes('*')
  const isFor = (request: Request) => {
    const path = pathOf(request.url)
    return origins.length > 0 && paths.some((outer) => isWithin(path, outer))
  }
  const allowed = (request: Request) => {
    const origin = request.headers.get('origin')
    if (origin === null) return undefined
    if (isAny) return '*'
    return origins.includes(origin) ? origin : undefined
  }
  return {
    preflight(request) {
      const isAsking = request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
      if (!isAsking || !isFor(request) || allowed(request) === undefined) return undefined
      const headers = {
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': MAX_AGE,
      }
      return new Response(null, { status: 204, headers })
    },
    allow(request, { headers }) {
      if (!isFor(request)) return
      if (!isAny) headers.append('vary', 'origin')
      const origin = allowed(request)
      if (origin === undefined) return
      headers.set('access-control-allow-origin', origin)
      headers.set('access-control-expose-headers', ANSWER_HEADERS)
    },
  }
}
