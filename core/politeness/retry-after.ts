/** Milliseconds of a `Retry-After`, which is a number of seconds or a date. Source: RFC 9110 section 10.2.3. */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  // A date has the name of its month; of a bare number the parser would make a year.
  const at = /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
