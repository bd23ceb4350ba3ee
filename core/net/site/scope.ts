import { parseHttpUrl } from '../http-url.ts'
import { compileGlob } from './glob.ts'

/** Patterns of a request. Source: threats T20. */
export const MOST_PATTERNS = 50
/** Characters of a pattern. */
export const LONGEST_PATTERN = 256
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
 * What a crawl or a map of a site follows. Patterns are globs that match the path, and the whole address when they begin
 * with `http`; an address is in when one of the including patterns matches, or there are none, and none of the excluding
 * does. Source: decisions 6.1.
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

/** Characters of an address beyond which no pattern matches it. */
const LONGEST_MATCHED = 2048

/** What a pattern matches. One without a slash that begins with a star is of the last segment: `*.pdf`. */
function compile(written: string): (url: URL) => boolean {
  // As addresses have it.
  const pattern = written.replace(/[^\u0021-\u007e]+/g, (run) => encodeURIComponent(run.toWellFormed()))
  if (/^https?:/i.test(pattern)) {
    const matches = compileGlob(pattern)
    return ({ href, origin, pathname, search }) => href.length <= LONGEST_MATCHED && matches(origin + pathname + search)
  }
  const isOfName = pattern.startsWith('*') && !pattern.includes('/')
  const rooted = pattern.startsWith('/') || pattern.startsWith('*') ? pattern : `/${pattern}`
  const matches = compileGlob(isOfName ? `**/${pattern}` : rooted)
  return ({ pathname }) => pathname.length <= LONGEST_MATCHED && matches(pathname)
}

/** The address that a page's link leads to, without its fragment; undefined for what is no http or https address. */
export function followable(href: string, base?: URL): URL | undefined {
  const parsed = parseHttpUrl(href, base)
  if ('problem' in parsed) return undefined
  parsed.url.hash = ''
  return parsed.url
}
