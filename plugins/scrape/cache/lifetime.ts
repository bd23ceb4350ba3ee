const DAY = 24 * 3_600_000
/** Nobody may ask for older ones, in ms. Source: spec section 4.3. */
const MAX_LIFETIME = 365 * DAY
/** What is missing today may be there tomorrow. */
const OF_MISSING = DAY

/**
 * For how long an answer with this status tells something of the page, in ms; 0 where it does not: refusals, limits
 * and failures tell of a visitor or a moment, a redirect that was not followed of who asked. Source: RFC 9110 section
 * 15.1.
 */
export function lifetimeOf(status: number): number {
  if (status === 404 || status === 410) return OF_MISSING
  return status >= 200 && status < 300 ? MAX_LIFETIME : 0
}
