import { MAX_URL, parseHttpUrl } from '../url/http-url.ts'
import { compilePatterns, type PatternOptions } from './url-patterns.ts'

/** Which URLs belong to a site, with a caller's restrictions. */
export interface ScopeOptions extends PatternOptions {
  /** Only the start's host and port, the same host with or without `www.`, and its subdomains. */
  sameDomain: boolean
  /** False excludes the subdomains. Default true. */
  includeSubdomains?: boolean
  /** Limits the scope to the start's path and below. */
  childPathsOnly?: boolean
  includePatterns?: readonly string[]
  excludePatterns?: readonly string[]
}

/** Whether a URL is to be followed. */
export type Scope = (url: URL) => boolean

const withoutWww = (host: string) => host.replace(/^www\./, '')

/**
 * What a crawl or a map of a site follows: URLs that match an include pattern, if there are any, and no exclude
 * pattern. Globs match the path, or the whole URL if they start with `http`. Throws ApiError `invalid_options` for
 * invalid patterns. Source: decisions 6.1.
 */
export function createScope(start: URL, scope: ScopeOptions): Scope {
  const { sameDomain, includeSubdomains = true, childPathsOnly = false } = scope
  const { includePatterns = [], excludePatterns = [] } = scope
  const host = withoutWww(start.hostname)
  const isSame = ({ port, hostname }: URL) =>
    // An empty port is the default of either scheme, and counts as the same: sites link from http to https.
    port === start.port && (withoutWww(hostname) === host || (includeSubdomains && hostname.endsWith(`.${host}`)))
  const folder = folderOf(start)
  const isBelow = ({ pathname }: URL) => pathname === folder || pathname.startsWith(`${folder}/`)
  const isIncluded = compilePatterns('includePatterns', includePatterns, scope)
  const isExcluded = compilePatterns('excludePatterns', excludePatterns, scope)
  return (url) =>
    (!sameDomain || isSame(url)) &&
    (!childPathsOnly || isBelow(url)) &&
    (includePatterns.length === 0 || isIncluded(url)) &&
    !isExcluded(url)
}

/** The path of a start without a trailing slash; for a file such as `/docs/index.html`, that of its folder. */
function folderOf({ pathname }: URL): string {
  const slash = pathname.lastIndexOf('/')
  const isFile = pathname.includes('.', slash)
  return isFile || slash === pathname.length - 1 ? pathname.slice(0, slash) : pathname
}

/**
 * The URL that a page's link leads to, without its fragment; undefined unless it is http or https. It is parsed as
 * browsers do, with spaces, line breaks and backslashes, and the result is checked like any other URL.
 */
export function followable(href: string, base?: URL): URL | undefined {
  const read = href.length > MAX_URL ? null : URL.parse(href, base)
  if (!read) return undefined
  read.hash = ''
  const parsed = parseHttpUrl(read.href)
  return 'url' in parsed ? parsed.url : undefined
}
