import { describe, expect, test } from 'bun:test'
import { pathOf, routePathOf, showPath, takeIn } from '../../../core/http/incoming.ts'
import { preferredWait } from '../../../core/http/prefer.ts'

/** A request as a server gives it, with any address. */
const raw = (url: string, init: { method?: string; headers?: Record<string, string> } = {}): Request => {
  const request = new Request('http://localhost/', init)
  Object.defineProperty(request, 'url', { value: url })
  return request
}
const taken = (url: string, init?: Parameters<typeof raw>[1]) => {
  const request = takeIn(raw(url, init))
  return request instanceof Request
    ? request.url
    : { code: request.code, message: request.message, details: request.details }
}

describe('a request is passed on', () => {
  test('unchanged if its address is plain', () => {
    for (const url of ['http://api.test/v1/jobs?x=%zz', 'https://api.test:3000/', 'http://127.0.0.1:65535/a']) {
      const request = raw(url)
      expect(takeIn(request)).toBe(request)
    }
  })

  test('under another host if the router would not find its path', () => {
    expect(taken('http://abc/v1/jobs')).toBe('http://localhost/v1/jobs')
    expect(taken('http://a:80/v1/jobs?x=1')).toBe('http://a:80/v1/jobs?x=1')
    expect(taken('http://[::1]:3000/v1/jobs')).toBe('http://[::1]:3000/v1/jobs')
    expect(taken('/v1/jobs')).toBe('http://localhost/v1/jobs')
  })

  test('with percent-encoded characters in its path', () =>
    expect(taken('http://api.test/v1/jobs/%C3%A4')).toBe('http://api.test/v1/jobs/%C3%A4'))

  test('as GET if it is HEAD, with its headers', () => {
    const request = takeIn(raw('http://api.test/health', { method: 'HEAD', headers: { 'x-a': 'b' } })) as Request
    expect([request.method, request.url, request.headers.get('x-a')]).toEqual(['GET', 'http://api.test/health', 'b'])
  })

  test('with its method and headers under another host', () => {
    const request = takeIn(raw('http://abc/v1/jobs', { method: 'DELETE', headers: { 'x-a': 'b' } })) as Request
    expect([request.method, request.headers.get('x-a')]).toEqual(['DELETE', 'b'])
  })
})

describe('a request is refused', () => {
  const refused = {
    code: 'invalid_request',
    message: 'The Host header must be a host name or address, such as api.example.com:3000',
    details: { header: 'Host' },
  }
  test('with an invalid host', () => {
    expect(taken('/v1/jobs', { headers: { host: 'a b' } })).toEqual(refused)
    expect(taken('http://api.test:99999/')).toEqual(refused)
    expect(taken('api.test/v1')).toEqual(refused)
  })
  test('with a badly encoded path', () => {
    const message = 'The path is not correctly encoded: each % must begin an encoded character'
    expect(taken('http://api.test/v1/%zz')).toEqual({ code: 'invalid_request', message, details: {} })
    expect(taken('http://api.test/v1/%C3%A4?x=%zz')).toBe('http://api.test/v1/%C3%A4?x=%zz')
  })
})

test('the path of an address is what follows its host, without the query', () => {
  expect(pathOf('http://api.test/v1/jobs')).toBe('/v1/jobs')
  expect(pathOf('https://api.test:3000/v1/jobs?limit=1&x=/y')).toBe('/v1/jobs')
  expect(pathOf('http://api.test/?x')).toBe('/')
})

test('the path of a route has no trailing slash', () => {
  const path = (end: string) => routePathOf(`http://api.test${end}`)
  expect(['/v1/jobs', '/v1/jobs/', '/v1/jobs/?a=/', '/'].map(path)).toEqual(['/v1/jobs', '/v1/jobs', '/v1/jobs', '/'])
})

test('a path is logged without passwords, up to 200 characters', () => {
  expect(showPath('/v1/jobs')).toBe('/v1/jobs')
  expect(showPath('/read/https:/me:secret@a.test/x')).toBe('/read/https:/a.test/x')
  expect(showPath('/read/me%3Asecret%40a.test/me@b%40c@d')).toBe('/read/a.test/d')
  expect(showPath('/read/%40a')).toBe('/read/a')
  const long = `/${'x'.repeat(300)}`
  expect([showPath(long).length, showPath(`/a@${long}`).length]).toEqual([200, 200])
})

describe('the preferred wait of a request', () => {
  const wait = (prefer?: string) =>
    preferredWait(new Request('http://a.test/', { headers: prefer === undefined ? {} : { prefer } }))
  test('is one to 120 seconds', () =>
    expect(['wait=0', 'wait=1', 'wait=60', 'wait=120', 'wait=121'].map(wait)).toEqual([1, 1, 60, 120, 120]))
  test('may be among other preferences', () =>
    expect(['respond-async, wait=5', 'respond-async; Wait = "7" ; x', 'wait=9, x'].map(wait)).toEqual([5, 7, 9]))
  test('is none without a number', () =>
    expect([undefined, '', 'wait', 'wait=', 'wait=-1', 'await=5', 'wait=5x', 'wait=1234567890'].map(wait)).toEqual(
      Array(8).fill(undefined),
    ))
})
