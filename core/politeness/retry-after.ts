/** The `Retry-After` in milliseconds; the header holds seconds or a date. Source: RFC 9110 section 10.2.3. */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  // `Date.parse` would read an invalid number as a year.
  const at = /^[-+.\d]*$/.test(value) ? Number.NaN : Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
