import { ApiError } from '../errors.ts'

/** Elysia looks for the path from here on, whatever the address: with a shorter host it finds another one. */
const MIN_ORIGIN_LENGTH = 'http://abcd'.length

const MAX_SHOWN_PATH = 200
/** What most addresses are: no parser has to be asked about them, and the router finds the path in them. */
const PLAIN = /^https?:\/\/[\w.-]{4,}(?::[1-5]?\d{1,4})?\/[^%?]*(?:\?|$)/

const isWhole = (url: string) => url.startsWith('http://') || url.startsWith('https://')

/** A request as the router takes it, or why it is taken by nobody. */
export function takeIn(original: Request): Request | ApiError {
  if (PLAIN.test(original.url) && original.method !== 'HEAD') return original
  return refuseAddress(original) ?? routable(original)
}

/**
 * Why a request has no address: its `Host` header makes none (Bun gives the bare path as `url` then, which no URL
 * parser reads), or its path cannot be decoded. HTTP/1.0 knows no `Host`, and needs none.
 */
function refuseAddress({ url, headers }: Request): ApiError | undefined {
  const isAddress = isWhole(url) ? URL.canParse(url) : url.startsWith('/') && headers.get('host') === null
  if (!isAddress) {
    const message = 'The Host header must be a host name or address, such as api.example.com:3000'
    return new ApiError('invalid_request', message, { header: 'Host' })
  }
  if (!url.includes('%') || isDecodable(url.split('?', 1)[0]!)) return undefined
  return new ApiError('invalid_request', 'The path is not well encoded: each % must begin the code of a character')
}

/** Elysia gives null for a part that is not. */
function isDecodable(path: string) {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 * A request that has an address as the router takes it: HEAD as GET, and under an address that it finds the path in.
 */
function routable(original: Request): Request {
  const { url } = original
  const path = isWhole(url) ? url.slice(url.indexOf('/', 'https://'.length)) : url
  const isRoutable = path !== url && url.length - path.length >= MIN_ORIGIN_LENGTH
  const address = isRoutable ? url : `http://localhost${path}`
  if (original.method === 'HEAD') return new Request(address, { headers: original.headers, signal: original.signal })
  return isRoutable ? original : new Request(address, original)
}

/** The path of an absolute URL, without a parser: this is asked of every request. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('?', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}

/** The path of the route that takes an address: the router takes a closing slash too. */
export function routePathOf(url: string): string {
  const path = pathOf(url)
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/**
 * A path as it may be shown and logged: no longer than that, and without what may be the password of an address in
 * it.
 */
export const showPath = (pathname: string) =>
  (pathname.includes('@') || pathname.includes('%40') ? withoutUsers(pathname) : pathname).slice(0, MAX_SHOWN_PATH)

const withoutUsers = (pathname: string) =>
  pathname
    .split('/')
    .map((part) => part.split(/@|%40/).at(-1))
    .join('/')
