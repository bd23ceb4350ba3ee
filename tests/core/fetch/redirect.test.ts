import { describe, expect, test } from 'bun:test'
import { followRedirect, redirectTarget } from '../../../core/fetch/redirect.ts'

describe('the target of a redirect', () => {
  const from = new URL('https://a.example/x/y#part')
  const target = (location: string | undefined, status = 302) =>
    redirectTarget({ status, headers: new Headers(location === undefined ? {} : { location }) }, from)?.href

  test.each([301, 302, 303, 307, 308])('is given by status %i', (status) =>
    expect(target('/z', status)).toBe('https://a.example/z#part'),
  )
  test.each([200, 300, 304, 305, 306, 309])('is not given by status %i', (status) =>
    expect(target('/z', status)).toBeUndefined(),
  )

  test.each([
    ['z', 'https://a.example/x/z#part'],
    ['//b.example/', 'https://b.example/#part'],
    ['/z#own', 'https://a.example/z#own'],
    [' /a b ', 'https://a.example/a%20b#part'],
    ['/\u00c3\u00a4', 'https://a.example/%C3%A4#part'],
    ['/\u00e4', 'https://a.example/%C3%A4#part'],
    ['/a, /a', 'https://a.example/a#part'],
    ['/a, /b', 'https://a.example/a,%20/b#part'],
    ['/a?b=\\c', 'https://a.example/a?b=\\c#part'],
  ])('%j leads to %p', (location, href) => expect(target(location)).toBe(href))

  test('is missing without a location, and fails for an invalid address', () => {
    expect(target(undefined)).toBeUndefined()
    expect(target('')).toBeUndefined()
    expect(() => target('ftp://a.example/')).toThrow(expect.objectContaining({ reason: 'unsupported_scheme' }))
    for (const address of ['http://', '/\\b.example/', '//a.example\\@b.example/?c'])
      expect(() => target(address)).toThrow(expect.objectContaining({ reason: 'malformed' }))
  })
})

describe('the redirected request', () => {
  const headers = { accept: 'a', authorization: 'b', 'content-type': 'c' }
  const follow = (method: string, status: number, to = 'https://a.example/z') => {
    const next = followRedirect({ url: new URL('https://a.example/'), method, headers, body: 'x' }, status, new URL(to))
    expect(next.url.href).toBe(to)
    return [next.method, next.body, Object.keys(next.headers).sort().join(' ')]
  }
  const same = (method: string) => [method, 'x', 'accept authorization content-type']
  const got = ['GET', undefined, 'accept authorization']

  test('is a GET without a body if the status says so', () => {
    for (const status of [301, 302]) {
      expect(follow('POST', status)).toEqual(got)
      for (const method of ['GET', 'HEAD', 'PUT']) expect(follow(method, status)).toEqual(same(method))
    }
    for (const method of ['POST', 'PUT', 'DELETE']) expect(follow(method, 303)).toEqual(got)
    for (const method of ['GET', 'HEAD']) expect(follow(method, 303)).toEqual(same(method))
    for (const status of [307, 308]) expect(follow('POST', status)).toEqual(same('POST'))
  })

  test('takes no secret to another origin', () => {
    for (const to of ['https://b.example/', 'http://a.example/', 'https://a.example:444/'])
      expect(follow('GET', 302, to)[2]).not.toContain('authorization')
  })
})
