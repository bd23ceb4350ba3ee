/** Seconds that a request may ask to wait. Source: decisions 4.3. */
const MIN_WAIT = 1
const MAX_WAIT = 120

/**
 * The seconds of `Prefer: wait=N`, clamped to 1 to 120; undefined without that preference. An answer that honours it
 * carries `Preference-Applied: wait=N`. Source: RFC 7240 section 4.3.
 */
export function preferredWait({ headers }: Request): number | undefined {
  const found = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:$|[,;])/i.exec(headers.get('prefer') ?? '')
  return found ? Math.min(MAX_WAIT, Math.max(MIN_WAIT, Number(found[1]))) : undefined
}
