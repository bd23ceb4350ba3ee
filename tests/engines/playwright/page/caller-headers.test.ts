import { expect, test } from 'bun:test'
import type { PageRequest } from 'weirjs'
import { callerHeaders } from '../../../../engines/playwright/page/caller-headers.ts'

const of = (headers?: Record<string, string>, more: Partial<PageRequest> = {}) => {
  const url = new URL('https://site.test:8443/path')
  const wanted = headers && new Headers(headers)
  const split = callerHeaders({ url, timeout: 1, maxBytes: 1, headers: wanted, ...more })
  return { origin: split.origin, document: split.for('document'), resource: split.for('resource') }
}

test('the document gets the headers of the caller, and other resources only those for access', () =>
  expect(of({ 'X-Key': 'k', Referer: 'https://a.test/', Accept: 'text/html', Cookie: 'a=1' })).toEqual({
    origin: 'https://site.test:8443',
    document: { 'x-key': 'k', referer: 'https://a.test/', accept: 'text/html', cookie: 'a=1' },
    resource: { 'x-key': 'k', cookie: 'a=1' },
  }))

test('headers that any site may see are sent with the document alone', () => {
  const { document, resource } = of({ accept: 'text/html', authorization: 'Bearer t' })
  expect([document, resource]).toEqual([
    { accept: 'text/html', authorization: 'Bearer t' },
    { authorization: 'Bearer t' },
  ])
})

test('a login is sent, and replaces a header', () => {
  const { document } = of(
    { authorization: 'other' },
    { authentication: { type: 'basic', username: 'u', password: 'p' } as never },
  )
  expect(document.authorization).toBe(`Basic ${btoa('u:p')}`)
})

test('headers of the connection or the visitor are not sent, and without headers there is no origin', () => {
  const nothing = { origin: undefined, document: {}, resource: {} }
  expect(of()).toEqual(nothing)
  expect(of({ 'user-agent': 'x', 'accept-language': 'de', host: 'a.test', connection: 'close' })).toEqual(nothing)
})
