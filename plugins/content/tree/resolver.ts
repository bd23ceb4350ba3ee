import { resolve } from './base.ts'

/** Characters that stay the same anywhere after a URL's host. */
const kept = new Uint8Array(128)
for (const c of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_~!$&()*+,;=:@/?%.')
  kept[c.charCodeAt(0)] = 1

const SLASH = 47
const DOT = 46
const COLON = 58
const HASH = 35

/**
 * Returns a function that makes the URLs of a page absolute; it returns null for URLs that are not http or https, and
 * for those that cannot be parsed. The result equals that of `URL`. Most URLs are written in their normal form
 * already, which is recognized in a tenth of the time.
 */
export const resolver = (base: URL): ((href: string) => string | null) => {
  const { protocol, pathname } = base
  const isWeb = protocol === 'http:' || protocol === 'https:'
  const origin = isWeb && base.username === '' && base.password === '' ? base.origin : null
  const folder = origin === null ? null : origin + pathname.slice(0, pathname.lastIndexOf('/') + 1)
  const page = isWeb ? base.href.split('#', 1)[0]! : null

  /** A URL whose normal form is as written, or after a part of the base; undefined for any other. */
  const asWritten = (href: string): string | null | undefined => {
    const first = href.charCodeAt(0)
    if (first === HASH) return page !== null && isNormal(href, 0) ? page + href : undefined
    if (first === SLASH) {
      if (href.charCodeAt(1) === SLASH) return isWeb ? withHost(href, 2, protocol) : undefined
      return origin !== null && isNormal(href, 0) ? origin + href : undefined
    }
    if (href.startsWith('https://')) return withHost(href, 8, '')
    if (href.startsWith('http://')) return withHost(href, 7, '')
    const scheme = schemeOf(href)
    if (scheme !== '') return /^https?$/i.test(scheme) ? undefined : null
    return folder !== null && startsSegment(first) && isNormal(href, 0) ? folder + href : undefined
  }

  return (href) => {
    const known = asWritten(href)
    if (known !== undefined) return known
    const url = resolve(href, base)
    return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null
  }
}

/** A URL with a host that begins at `from`; undefined if its normal form may differ. */
const withHost = (href: string, from: number, before: string): string | undefined => {
  const path = endOfHost(href, from)
  if (path < 0) return undefined
  if (path === href.length) return `${before}${href}/`
  return isNormal(href, path) ? before + href : undefined
}

/** The end of a plain host name that is followed by a path or nothing; -1 if the host's normal form may differ. */
const endOfHost = (href: string, from: number): number => {
  let label = from
  for (let at = from; ; at++) {
    const c = at < href.length ? href.charCodeAt(at) : SLASH
    if (c === SLASH || c === DOT) {
      if (at === label) return -1
      // A last label that begins with a digit may be part of an IPv4 address in any notation.
      if (c === SLASH) return href.charCodeAt(label) >= 97 ? at : -1
      label = at + 1
    } else if (c === 45) {
      // Two hyphens may be Punycode, which must be validated.
      if (href.charCodeAt(at + 1) === 45) return -1
    } else if (!((c >= 97 && c <= 122) || (c >= 48 && c <= 57))) return -1
  }
}

/** The scheme of a URL; empty if it has none. */
const schemeOf = (href: string): string => {
  let at = 0
  while (isOfScheme(href.charCodeAt(at), at)) at++
  return href.charCodeAt(at) === COLON ? href.slice(0, at) : ''
}

const isOfScheme = (c: number, at: number): boolean =>
  ((c | 32) >= 97 && (c | 32) <= 122) || (at > 0 && ((c >= 48 && c <= 57) || c === 43 || c === 45 || c === DOT))

/** Whether a character may begin a path segment that is relative to the page's folder. */
const startsSegment = (c: number): boolean => ((c | 32) >= 97 && (c | 32) <= 122) || (c >= 48 && c <= 57) || c === 95

/** Whether the normal form of a path, with its query and fragment, is as written. */
const isNormal = (href: string, from: number): boolean => {
  let inPath = true
  let inFragment = false
  for (let at = from; at < href.length; at++) {
    const c = href.charCodeAt(at)
    if (c === HASH && !inFragment) {
      inFragment = true
      inPath = false
    } else if (!(c < 128) || kept[c] === 0) return false
    else if (c === SLASH && inPath) {
      // A segment that begins with a dot, literal or as `%2e`, may be `.` or `..`.
      const next = href.charCodeAt(at + 1)
      if (next === DOT || next === 37) return false
    } else if (c === 63) inPath = false
  }
  return true
}
