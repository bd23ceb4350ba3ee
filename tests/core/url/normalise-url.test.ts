import { describe, expect, test } from 'bun:test'
import { isTracking, normaliseUrl } from '../../../core/url/normalise-url.ts'
import { cpuTime } from '../../cpu-time.ts'

const normal = (url: string) => normaliseUrl(new URL(url))

describe('one page has one normalised address', () => {
  const same: [what: string, ...urls: string[]][] = [
    ['fragments', 'https://example.com/a', 'https://example.com/a#part', 'https://example.com/a#'],
    ['the case of scheme and host', 'https://example.com/A', 'HTTPS://EXAMPLE.com/A'],
    ['the default port', 'http://example.com/', 'http://example.com:80', 'http://example.com:80/'],
    ['the order of parameters', 'https://example.com/?a=1&b=2&c=3', 'https://example.com/?c=3&a=1&b=2'],
    ['unnecessary escapes', 'https://example.com/~plain/a-b', 'https://example.com/%7Eplain/%61%2Db'],
    ['the case of escapes', 'https://example.com/%C3%A9?q=%2F', 'https://example.com/%c3%a9?q=%2f'],
    ['automatic escapes', 'https://example.com/é?q=ü', 'https://example.com/%C3%A9?q=%C3%BC'],
    ['tracking', 'https://example.com/?id=1', 'https://example.com/?utm_source=a&id=1&gclid=b&fbclid=c&msclkid=d'],
    ['escaped tracking', 'https://example.com/', 'https://example.com/?%75tm_medium=mail&UTM_Campaign=x'],
    [
      'sessions in the query',
      'https://example.com/a?id=1',
      'https://example.com/a?PHPSESSID=2f0e&id=1',
      'https://example.com/a?id=1&osCsid=81d2',
      'https://example.com/a?id=1&CFID=3&CFTOKEN=4',
      'https://example.com/a?sid=0123456789abcdef0123456789abcdef&id=1',
      'https://example.com/a?s=0123456789ABCDEF0123456789ABCDEF&id=1',
    ],
    [
      'sessions in the path',
      'https://example.com/a/b?c',
      'https://example.com/a/b;jsessionid=1A2B.node1?c',
      'https://example.com/(S(lit3py55t21z5v55vlm25s55))/a/b?c',
    ],
    ['empty queries', 'https://example.com/', 'https://example.com/?', 'https://example.com/?&&'],
    ['dots in the path', 'https://example.com/b', 'https://example.com/a/../b', 'https://example.com/a/%2e%2E/b'],
    ['internationalised names', 'https://xn--bcher-kva.example/', 'https://BÜCHER.example/'],
  ]
  test.each(same)('in spite of %s', (_, ...urls) => {
    expect([...new Set(urls.map(normal))]).toHaveLength(1)
  })
})

describe('two pages have two normalised addresses', () => {
  const different: [what: string, one: string, two: string][] = [
    ['scheme', 'http://example.com/', 'https://example.com/'],
    ['port', 'http://example.com:8080/', 'http://example.com/'],
    ['case of the path', 'https://example.com/a', 'https://example.com/A'],
    ['trailing slash', 'https://example.com/a', 'https://example.com/a/'],
    ['order of the values of a name', 'https://example.com/?a=1&a=2', 'https://example.com/?a=2&a=1'],
    ['parameter without a value', 'https://example.com/?a', 'https://example.com/?a='],
    ['escaped separators', 'https://example.com/a%2Fb?a=1%26b', 'https://example.com/a/b?a=1&b'],
    ['numbers with the name of a session', 'https://example.com/?sid=42', 'https://example.com/?sid=43'],
    ['words with the name of a session', 'https://example.com/?s=tea', 'https://example.com/?s=pots'],
    ['path parameters', 'https://example.com/a;v=1', 'https://example.com/a;v=2'],
    ['segments in brackets', 'https://example.com/(S(1))/a', 'https://example.com/a'],
    ['names that only begin like tracking', 'https://example.com/?gclidx=1', 'https://example.com/'],
  ]
  test.each(different)('if they differ by: %s', (_, one, two) => {
    expect(normal(one)).not.toBe(normal(two))
  })
})

test('a session id is kept if the parameters keep their order, as the page may be for it alone', () => {
  for (const url of ['https://example.com/?PHPSESSID=2f0e', 'https://example.com/a;jsessionid=1A2B']) {
    expect(normaliseUrl(new URL(url), { order: 'kept' })).toBe(url)
  }
})

test('a normalised address is its own normal form', () => {
  for (const url of ['http://[::1]:8080/%7Ea%2fb?z=%41&a=%26&a', 'https://example.com/?q=100%&%zz=%c3%28']) {
    expect(normal(normal(url))).toBe(normal(url))
  }
})

test('thousands of parameters take no time', () => {
  const many = () =>
    normal(`https://example.com/?${Array.from({ length: 2000 }, (_, i) => `%70${i % 7}=%c3`).join('&')}`)
  expect(cpuTime(many)).toBeLessThan(100)
})

test('tracking parameters are recognised by their whole name', () => {
  expect(['utm_source', 'gclid', 'mc_eid', 'UTM_ID'].map(isTracking)).toEqual([true, true, true, true])
  expect(['utm_', 'utm', 'source', 'id', 'click'].map(isTracking)).toEqual([false, false, false, false, false])
})
