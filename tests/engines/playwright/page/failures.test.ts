import { expect, test } from 'bun:test'
import { ApiError, EgressFailure, type PageProxy } from 'weirjs'
import { BrowserGone, isGone, isNavigated } from '../../../../engines/playwright/errors.ts'
import { toPageError } from '../../../../engines/playwright/page/failures.ts'

const requested = new URL('https://site.test/')
const signal = new AbortController().signal
const errorOf = (error: unknown, more: { current?: URL; pageProxy?: PageProxy; signal?: AbortSignal } = {}) =>
  toPageError(error, { requested, current: requested, pageProxy: undefined, signal, ...more }) as ApiError

test('failures of browsers are reported like those of a fetch without one', () => {
  const said: [reason: string, messages: string[]][] = [
    ['dns', ['net::ERR_NAME_NOT_RESOLVED at https://site.test/', 'NS_ERROR_UNKNOWN_HOST', 'dnsNotFound']],
    ['forbidden_address', ['net::ERR_UNSAFE_PORT', 'ERR_BLOCKED_BY_ADMINISTRATOR', 'deniedPortAccess']],
    ['too_many_redirects', ['net::ERR_TOO_MANY_REDIRECTS', 'NS_ERROR_REDIRECT_LOOP', 'redirectLoop']],
    ['unsupported_scheme', ['net::ERR_UNKNOWN_URL_SCHEME', 'ERR_UNSAFE_REDIRECT', 'NS_ERROR_UNKNOWN_PROTOCOL']],
    ['tls', ['net::ERR_CERT_DATE_INVALID', 'ERR_SSL_PROTOCOL_ERROR', 'SEC_ERROR_UNKNOWN_ISSUER', 'nssBadCert']],
    ['refused', ['net::ERR_CONNECTION_REFUSED', 'ERR_ADDRESS_UNREACHABLE', 'NS_ERROR_NET_TIMEOUT', 'netTimeout']],
    ['broken_body', ['net::ERR_CONTENT_DECODING_FAILED', 'NS_ERROR_NET_PARTIAL_TRANSFER', 'corruptedContent']],
    ['malformed_response', ['net::ERR_INVALID_HTTP_RESPONSE', 'ERR_RESPONSE_HEADERS_TOO_BIG']],
    ['reset', ['net::ERR_CONNECTION_RESET', 'ERR_EMPTY_RESPONSE', 'ERR_HTTP2_PROTOCOL_ERROR', 'netInterrupt']],
  ]
  for (const [reason, messages] of said)
    for (const message of messages)
      expect([message, errorOf(new Error(message)).details.reason]).toEqual([message, reason])
})

test('an unknown failure is one of the browser', () => {
  const { code, message, details } = errorOf('something else')
  expect({ code, message, details }).toEqual({
    code: 'scraping_failed',
    message: 'The browser could not show the page',
    details: { url: 'https://site.test/', reason: 'browser' },
  })
})

test('a known reason takes precedence: our own error, then a caller that has gone, then the proxy', () => {
  const own = new ApiError('invalid_options', 'own')
  const refused = new ApiError('scraping_failed', 'refused by the proxy')
  const gone = AbortSignal.abort(new Error('gone'))
  const pageProxy = { failure: () => refused } as unknown as PageProxy
  expect(errorOf(own, { signal: gone, pageProxy })).toBe(own)
  expect(errorOf(new Error('x'), { signal: gone, pageProxy })).toBe(gone.reason)
  expect(errorOf(new Error('net::ERR_CONNECTION_RESET'), { pageProxy })).toBe(refused)
  expect(errorOf(new EgressFailure('too_large')).details.reason).toBe('too_large')
})

test('a forbidden address after a redirect is told apart from one that was requested', () => {
  const failure = new Error('net::ERR_UNSAFE_PORT')
  const isOfRedirect = (current: URL) => errorOf(failure, { current }).message.startsWith('A redirect was not followed')
  expect([requested, new URL('https://other.test/')].map(isOfRedirect)).toEqual([false, true])
})

test('a navigation and the end of a browser are recognized by the message of the library', () => {
  const navigated = ['Execution context was destroyed', 'Inspected target navigated or closed', 'no such frame: x']
  const gone = ['Target page has been closed', 'Page crashed', 'Target crashed', 'Browser closed', 'Connection closed']
  expect(navigated.map((message) => [isNavigated(new Error(message)), isGone(new Error(message))])).toEqual(
    navigated.map(() => [true, false]),
  )
  expect(gone.map((message) => [isNavigated(new Error(message)), isGone(new Error(message))])).toEqual(
    gone.map(() => [false, true]),
  )
  expect([isGone('browser has disconnected'), isGone(new BrowserGone('any')), isGone(undefined)]).toEqual([
    true,
    true,
    false,
  ])
  expect(isNavigated('because of a navigation')).toBe(false)
})
