import { cookieHeader, type EngineKit, MAX_URL, type PageRequest } from 'weirjs'
import { pageHeaders } from '../../lightweight/page-headers.ts'
import type { Navigation } from './navigation.ts'
import { headersOf } from './response.ts'
import type { Tab } from './tab.ts'

/** Whether a document is a page, as opposed to data, text, a picture or a file. */
export const isPage = (contentType: string) => /^(text\/html|application\/xhtml\+xml)\b/.test(contentType)

/** Whether a browser shows a document in its own viewer, which never counts as loaded or withholds the bytes. */
export const isForViewer = (contentType: string) =>
  /^(application\/(x-)?pdf|(audio|video|image)\/(?!svg))/.test(contentType)

/**
 * The first address that leads to the web, and is no longer than any may be: a script can give its page one of two
 * million characters, or replace it by a document of its own, at a `blob:` URL.
 */
export const firstOnWeb = (addresses: readonly string[]) =>
  new URL(addresses.find((address) => address.length <= MAX_URL && /^https?:/.test(address)) ?? addresses.at(-1)!)

/** Statuses whose responses have no body. Source: RFC 9110, section 6.4.1. */
const bodyless = new Set([204, 205, 304])

/** The bytes of a document that is not a page, as they were sent. */
export async function originalBytes(
  tab: Tab,
  request: PageRequest,
  { navigation, fetch, signal }: { navigation: Navigation; fetch: EngineKit['fetch']; signal: AbortSignal },
) {
  const { response } = navigation
  const status = response?.status() ?? 0
  // A browser's viewer shows a page of its own instead of the bytes, and a download was not read.
  if (response && !navigation.download && !isForViewer(response.headers()['content-type'] ?? '')) {
    const bytes = bodyless.has(status) ? new Uint8Array() : await response.body().catch(() => undefined)
    if (bytes)
      return {
        url: firstOnWeb([response.url(), request.url.href]),
        status,
        headers: headersOf(await response.headersArray()),
        body: new Uint8Array(bytes),
        ...(request.keepExchanges && { exchanges: await navigation.exchanges(signal) }),
      }
  }
  const url = navigation.url ?? request.url
  const sameOrigin = url.origin === request.url.origin
  const headers = sameOrigin ? pageHeaders(request) : new Headers()
  const cookies = await tab.context.cookies(url.href)
  if (cookies.length > 0) headers.set('cookie', cookieHeader(headers.get('cookie'), cookies))
  const answer = await fetch(url, {
    headers,
    signal,
    maxBytes: request.maxBytes,
    proxy: request.proxy,
    insecure: request.skipTlsVerification,
    cookies: true,
    keepExchanges: request.keepExchanges,
  })
  const body = await answer.bytes()
  const { exchanges } = answer
  return { url: answer.url, status: answer.status, headers: answer.headers, body, ...(exchanges && { exchanges }) }
}
