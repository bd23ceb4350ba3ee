const DAY = 24 * 3_600_000
/** The maximum `maxAge` of requests, in ms. Source: spec section 4.3. */
const MAX_LIFETIME = 365 * DAY
/** A page that is missing today may exist tomorrow. */
const OF_MISSING = DAY

/**
 * For how long an answer with this status is cached, in ms; 0 for never: refusals, limits and failures depend on the
 * visitor or the moment, and redirects that were not followed on the request. Source: RFC 9110 section 15.1.
 */
export function lifetimeOf(status: number): number {
  if (status === 404 || status === 410) return OF_MISSING
  return status >= 200 && status < 300 ? MAX_LIFETIME : 0
}
