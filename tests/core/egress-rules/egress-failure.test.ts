import { describe, expect, test } from 'bun:test'
import {
  EgressFailure,
  isUnreachable,
  type RequestContext,
  toCallerError,
} from '../../../core/egress-rules/egress-failure.ts'
import { ApiError } from '../../../core/errors.ts'

const { signal } = new AbortController()
const told = (error: unknown, more: Partial<RequestContext> = {}) =>
  toCallerError(error, { url: 'https://me:secret@site.test/', redirected: false, signal, ...more })
const coded = (code: string) => Object.assign(new Error(`of the runtime: ${code}`), { code })
const reasonOf = (error: unknown) => (told(error) as ApiError).details.reason

test('a failure is reported by its reason, with the address in a form that may be shown', () => {
  const failure = new EgressFailure('too_large')
  expect(told(failure)).toMatchObject({
    code: 'scraping_failed',
    status: 500,
    message: 'The answer is larger than this service accepts',
    details: { url: 'https://site.test/', reason: 'too_large' },
    cause: failure,
  })
  expect(told(new EgressFailure('dns'))).toMatchObject({
    code: 'invalid_url',
    status: 400,
    message: 'The host name of the URL does not resolve to an address',
  })
})

test("the error says if the address is a redirect's instead of the requested one", () => {
  const redirected = { redirected: true }
  expect(told(new EgressFailure('dns'), redirected)).toMatchObject({
    message: 'A redirect was not followed: The host name of the URL does not resolve to an address',
  })
  expect(told(new EgressFailure('reset'), redirected)).toMatchObject({
    message: 'The server ended the connection before it answered',
  })
})

test('an ApiError is returned unchanged', () => {
  const worded = new ApiError('timeout', 'Too late')
  expect(told(worded, { signal: AbortSignal.abort(new Error('gone')) })).toBe(worded)
})

describe('a request that the caller has ended', () => {
  test('is reported as a timeout if its time was over', () => {
    const late = Object.assign(new Error('late'), { name: 'TimeoutError' })
    expect(told(new EgressFailure('reset'), { signal: AbortSignal.abort(late) })).toMatchObject({
      code: 'timeout',
      message: 'The page took too long',
      details: { url: 'https://site.test/' },
    })
  })
  test('rejects with the reason of the abort otherwise', () => {
    for (const reason of [new Error('gone'), 'TimeoutError'])
      expect(told(new EgressFailure('reset'), { signal: AbortSignal.abort(reason) })).toBe(reason)
  })
})

test.each([
  ['refused', ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ETIMEDOUT', 'EPERM']],
  ['tls', ['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER', 'EPROTO']],
  ['tls', ['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'HOSTNAME_MISMATCH', 'INVALID_CA']],
  ['too_large', ['HPE_HEADER_OVERFLOW']],
  [
    'malformed_response',
    ['HPE_INVALID_CONSTANT', 'Malformed_HTTP_Response', 'InvalidHTTPResponse', 'UnrequestedUpgrade'],
  ],
  ['broken_body', ['ZlibError', 'DecompressionFailed']],
  ['reset', ['ECONNRESET', 'ConnectionClosed', '']],
])("the runtimes' own error codes for %s are recognised: %p", (reason, codes) => {
  for (const code of codes) expect([code, reasonOf(coded(code))]).toEqual([code, reason])
})

test('an error without a code is a broken connection', () =>
  expect([reasonOf(new Error('no code')), reasonOf('a text'), reasonOf({ code: 'ECONNREFUSED' })]).toEqual([
    'reset',
    'reset',
    'reset',
  ]))

test('another address may be tried if no connection was established', () =>
  expect([coded('ECONNREFUSED'), coded('ECONNRESET'), new Error('x'), undefined].map(isUnreachable)).toEqual([
    true,
    false,
    false,
    false,
  ]))
