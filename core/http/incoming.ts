import { ApiError } from '../errors.ts'

/** Elysia searches for the path from this index on, so a shorter host would make it find the wrong path. */
const MIN_ORIGIN_LENGTH = 'http://abcd'.length

const MAX_SHOWN_PATH = 200
/** Ordinary addresses, which need no parser and in which the router finds the path. */
const PLAIN = /^https?:\/\/[\w.-]{4,}(?::[1-5]?\d{1,4})?\/[^%?]*(?:\?|$)/

const isWhole = (url: string) => url.startsWith('http://') || url.startsWith('https://')

/** The request in a form that the router accepts, or the reason why it is refused. */
export function takeIn(original: Request): Request | ApiError {
  if (PLAIN.test(original.url) && original.method !== 'HEAD') return original
  return refuseAddress(original) ?? routable(original)
}

/**
 * The refusal of an address that is invalid, because of its `Host` header (Bun's `url` is then the bare path, which
 * no URL parser reads) or a path that cannot be decoded. HTTP/1.0 needs no `Host`.
 */
function refuseAddress({ url, headers }: Request): ApiError | undefined {
  const isAddress = isWhole(url) ? URL.canParse(url) : url.startsWith('/') && headers.get('host') === null
  if (!isAddress) {
    const message = 'The Host header must be a host name or address, such as api.example.com:3000'
    return new ApiError('invalid_request', message, { header: 'Host' })
  }
  if (!url.includes('%') || isDecodable(url.split('?', 1)[0]!)) return undefined
  return new ApiError('invalid_request', 'The path is not correctly encoded: each % must begin an encoded character')
}

/** Elysia's parameters would be null for a part that is not. */
function isDecodable(path: string) {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** The request in a form that the router accepts: HEAD as GET, and with an address in which it finds the path. */
function routable(original: Request): Request {
  const { url } = original
  const path = isWhole(url) ? url.slice(url.indexOf('/', 'https://'.length)) : url
  const isRoutable = path !== url && url.length - path.length >= MIN_ORIGIN_LENGTH
  const address = isRoutable ? url : `http://localhost${path}`
  if (original.method === 'HEAD') return new Request(address, { headers: original.headers, signal: original.signal })
  return isRoutable ? original : new Request(address, original)
}

/** The path of an absolute URL. Without a parser, as every request needs it. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('?', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}

/** The path of the route that matches an address: the router ignores a trailing slash. */
export function routePathOf(url: string): string {
  const path = pathOf(url)
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/**
 * A path as it may be shown and logged: cut, and without what may be the password of a URL in it.
 */
export const showPath = (pathname: string) =>
  (pathname.includes('@') || pathname.includes('%40') ? withoutUsers(pathname) : pathname).slice(0, MAX_SHOWN_PATH)

const withoutUsers = (pathname: string) =>
  pathname
    .split('/')
    .map((part) => part.split(/@|%40/).at(-1))
    .join('/')
