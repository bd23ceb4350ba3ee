import { MAX_URL, parseHttpUrl } from '../url/http-url.ts'
import { compilePatterns, type PatternOptions } from './url-patterns.ts'

/** Which addresses belong to a site, as a caller narrows it. */
export interface ScopeOptions extends PatternOptions {
  /** The start's host and port, the same with or without `www.`, and the subdomains of that host. */
  sameDomain: boolean
  /** False leaves out the subdomains. Default true. */
  includeSubdomains?: boolean
  /** Keeps to the path of the start and what is below it. */
  childPathsOnly?: boolean
  includePatterns?: readonly string[]
  excludePatterns?: readonly string[]
}

/** Whether an address is to be followed. */
export type Scope = (url: URL) => boolean

const withoutWww = (host: string) => host.replace(/^www\./, '')

/**
 * What a crawl or a map of a site follows. An address is in when one of the including patterns matches, or there are
 * none, and none of the excluding does. Globs match the path, and the whole address when they begin with `http`.
 * Throws ApiError `invalid_options` for patterns that are none. Source: decisions 6.1.
 */
export function createScope(start: URL, scope: ScopeOptions): Scope {
  const { sameDomain, includeSubdomains = true, childPathsOnly = false } = scope
  const { includePatterns = [], excludePatterns = [] } = scope
  const host = withoutWww(start.hostname)
  const isSame = ({ port, hostname }: URL) =>
    // The default port of each scheme is the same to it: sites lead from http to https.
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

/** The path of a start without a slash at its end; of a file, such as `/docs/index.html`, its folder's. */
function folderOf({ pathname }: URL): string {
  const slash = pathname.lastIndexOf('/')
  const isFile = pathname.includes('.', slash)
  return isFile || slash === pathname.length - 1 ? pathname.slice(0, slash) : pathname
}

/**
 * The address that a page's link leads to, without its fragment; undefined for what is no http or https address. It
 * is read as browsers read it, with blanks, line breaks and backslashes, and what comes of that is checked like any
 * other address.
 */
export function followable(href: string, base?: URL): URL | undefined {
  const read = href.length > MAX_URL ? null : URL.parse(href, base)
  if (!read) return undefined
  read.hash = ''
  const parsed = parseHttpUrl(read.href)
  return 'url' in parsed ? parsed.url : undefined
}
