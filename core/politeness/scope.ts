import { MAX_URL, parseHttpUrl } from '../url/http-url.ts'
import { compilePatterns, type PatternOptions } from './url-patterns.ts'

/** Which URLs belong to a site, as the caller restricts it. */
export interface ScopeOptions extends PatternOptions {
  /** Only the start's host and port, the same host with or without `www.`, and its subdomains. */
  sameDomain: boolean
  /** False excludes the subdomains. Default true. */
  includeSubdomains?: boolean
  /** Only the path of the start and the paths below it. */
  childPathsOnly?: boolean
  includePatterns?: readonly string[]
  excludePatterns?: readonly string[]
}

/** Whether to follow a URL. */
export type Scope = (url: URL) => boolean

const withoutWww = (host: string) => host.replace(/^www\./, '')

/**
 * The URLs that a crawl or a map of a site follows. A URL must match one of the including patterns, if there are any,
 * and none of the excluding ones. Globs match the path, or the whole URL if they begin with `http`. Throws ApiError
 * `invalid_options` for invalid patterns. Source: decisions 6.1.
 */
export function createScope(start: URL, scope: ScopeOptions): Scope {
  const { sameDomain, includeSubdomains = true, childPathsOnly = false } = scope
  const { includePatterns = [], excludePatterns = [] } = scope
  const host = withoutWww(start.hostname)
  const isSame = ({ port, hostname }: URL) =>
    // Default ports count as the same: sites redirect from http to https.
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

/** The path of the start without a slash at its end; for a file, such as `/docs/index.html`, its folder. */
function folderOf({ pathname }: URL): string {
  const slash = pathname.lastIndexOf('/')
  const isFile = pathname.includes('.', slash)
  return isFile || slash === pathname.length - 1 ? pathname.slice(0, slash) : pathname
}

/**
 * The URL of a page's link, without its fragment; undefined for anything but http and https. It is parsed as browsers
 * do, with spaces, line breaks and backslashes, and the result is checked like any other URL.
 */
export function followable(href: string, base?: URL): URL | undefined {
  const read = href.length > MAX_URL ? null : URL.parse(href, base)
  if (!read) return undefined
  read.hash = ''
  const parsed = parseHttpUrl(read.href)
  return 'url' in parsed ? parsed.url : undefined
}
