import { Minimatch } from 'minimatch'
import { parseHttpUrl } from '../url/http-url.ts'

/** Patterns of a request. Source: threats T20. */
export const MAX_PATTERNS = 50
/** Characters of a pattern. */
export const MAX_PATTERN_LENGTH = 256

/** Which addresses belong to a site, as a caller narrows it. */
export interface ScopeOptions {
  /** The start's host and port, the same with or without `www.`, and the subdomains of that host. */
  sameDomain: boolean
  includePatterns?: readonly string[]
  excludePatterns?: readonly string[]
}

/** Whether an address is to be followed. */
export type Scope = (url: URL) => boolean

const withoutWww = (host: string) => host.replace(/^www\./, '')

/**
 * What a crawl or a map of a site follows. Patterns are globs that match the path, and the whole address when they
 * begin with `http`; an address is in when one of the including patterns matches, or there are none, and none of the
 * excluding does. Source: decisions 6.1.
 */
export function createScope(
  start: URL,
  { sameDomain, includePatterns = [], excludePatterns = [] }: ScopeOptions,
): Scope {
  const host = withoutWww(start.hostname)
  const isSame = (url: URL) =>
    // The default port of each scheme is the same to it: sites lead from http to https.
    url.port === start.port && (withoutWww(url.hostname) === host || url.hostname.endsWith(`.${host}`))
  const included = includePatterns.map(compile)
  const excluded = excludePatterns.map(compile)
  return (url) =>
    (!sameDomain || isSame(url)) &&
    (included.length === 0 || included.some((matches) => matches(url))) &&
    !excluded.some((matches) => matches(url))
}

/** Characters of an address beyond which no pattern matches it: time goes with the length of both. */
const MAX_MATCHED_LENGTH = 2048
/** Braces multiply a pattern, and extended globs backtrack. Source: threats T20. */
const options = { nobrace: true, noext: true, nocomment: true, nonegate: true, dot: true, matchBase: true } as const

/** A pattern and what it matches: of a folder `/docs/**` the folder itself too. */
function compile(written: string): (url: URL) => boolean {
  // As addresses have it.
  const pattern = written.replace(/[^\u0021-\u007e]+/g, (run) => encodeURIComponent(run.toWellFormed()))
  const whole = /^https?:/i.test(pattern)
  // Runs of slashes are one to the matcher, which takes paths; an address has two of them.
  const glob = whole || pattern.startsWith('/') || pattern.startsWith('*') ? pattern : `/${pattern}`
  const matcher = new Minimatch(glob, options)
  const folder = glob.endsWith('/**') ? new Minimatch(glob.slice(0, -3) || '/', options) : undefined
  return ({ origin, pathname, search }) => {
    const text = whole ? origin + pathname + search : pathname
    if (text.length > MAX_MATCHED_LENGTH) return false
    return matcher.match(text) || (folder?.match(text.replace(/\/$/, '') || '/') ?? false)
  }
}

/** The address that a page's link leads to, without its fragment; undefined for what is no http or https address. */
export function followable(href: string, base?: URL): URL | undefined {
  const parsed = parseHttpUrl(href, base)
  if ('problem' in parsed) return undefined
  parsed.url.hash = ''
  return parsed.url
}
