import { describe, expect, test } from 'bun:test'
import { forbidsFollowing, parseRobots } from '../../../../core/net/site/robots.ts'
import { cpuTime } from '../../../cpu-time.ts'

const allows = (text: string, path: string) => parseRobots(text).allows(new URL(path, 'https://example.com'))
const all = 'User-agent: *\n'

describe('rules', () => {
  test('nothing said allows all', () => expect(allows('', '/a')).toBe(true))
  test('the longest rule wins', () => {
    const text = `${all}Disallow: /a\nAllow: /a/b\nDisallow: /a/b/c`
    expect(['/a', '/a/b', '/a/b/c', '/x'].map((path) => allows(text, path))).toEqual([false, true, false, true])
  })
  test('on equal length allow wins, whatever the order', () => {
    expect(allows(`${all}Disallow: /p\nAllow: /p`, '/p')).toBe(true)
    expect(allows(`${all}Allow: /p\nDisallow: /p`, '/p')).toBe(true)
  })
  test('an asterisk is any run, and a dollar sign the end', () => {
    const text = `${all}Disallow: /*.gif$\nDisallow: /a*b*c`
    expect(['/x.gif', '/x.gif?y', '/aXbYc/z', '/acb'].map((path) => allows(text, path))).toEqual([
      false,
      true,
      false,
      true,
    ])
  })
  test('the end of an anchored pattern does not overlap its beginning', () => {
    expect(allows(`${all}Disallow: /ab*b$`, '/ab')).toBe(true)
    expect(allows(`${all}Disallow: /ab*b$`, '/abb')).toBe(false)
  })
  test('an anchored pattern without an asterisk is the whole path', () => {
    expect(allows(`${all}Disallow: /$`, '/')).toBe(false)
    expect(allows(`${all}Disallow: /$`, '/a')).toBe(true)
  })
  test('the query is part of what is matched', () => expect(allows(`${all}Disallow: /*?s=`, '/x?s=1')).toBe(false))
  test('percent-encoding is normalised before comparing', () => {
    expect(allows(`${all}Disallow: /foo/bar/ツ`, '/foo/bar/%E3%83%84')).toBe(false)
    expect(allows(`${all}Disallow: /foo/bar/%e3%83%84`, '/foo/bar/ツ')).toBe(false)
    expect(allows(`${all}Disallow: /foo/%62%61%7A`, '/foo/baz')).toBe(false)
    expect(allows(`${all}Disallow: /a%3cd.html`, '/a%3Cd.html')).toBe(false)
    expect(allows(`${all}Disallow: /a%2fb`, '/a/b')).toBe(true)
  })
  test('an empty disallow allows all', () => expect(allows(`${all}Disallow:`, '/a')).toBe(true))
  test('robots.txt itself is always allowed', () => expect(allows(`${all}Disallow: /`, '/robots.txt')).toBe(true))
  test('comments, unknown lines and a byte order mark are passed over', () => {
    expect(allows('\uFEFFUser-agent: * # all\r\nNoindex: /x\r\nDisallow: /x # why\r\n', '/x')).toBe(false)
  })
  test('a pattern of many asterisks takes no time', () => {
    const text = `${all}Disallow: /${'*a'.repeat(2000)}b`
    expect(cpuTime(() => expect(allows(text, `/${'a'.repeat(8000)}`)).toBe(true))).toBeLessThan(200)
  })
})

describe('groups', () => {
  test('those that name us go before the asterisk, without regard to case, and are merged', () => {
    const text = 'User-agent: *\nDisallow: /\n\nUser-agent: WEIR/1.0\nDisallow: /a\n\nUser-agent: weir\nDisallow: /b\n'
    expect(['/a', '/b', '/c'].map((path) => allows(text, path))).toEqual([false, false, true])
  })
  test('several agents may share a group', () => {
    const text = 'User-agent: other\nUser-agent: weir\nDisallow: /a\nUser-agent: other\nDisallow: /b'
    expect(['/a', '/b'].map((path) => allows(text, path))).toEqual([false, true])
  })
  test('a name that only begins like ours is another', () => {
    expect(allows('User-agent: weirdo\nDisallow: /', '/a')).toBe(true)
  })
  test('rules before the first group count for nobody', () => expect(allows('Disallow: /\n', '/a')).toBe(true))
})

test('sitemaps belong to no group, and do not end one', () => {
  const { sitemaps, allows: may } = parseRobots(
    `User-agent: *\nSitemap: https://example.com/a.xml\nDisallow: /x\nsitemap:https://example.com/b.xml`,
  )
  expect(sitemaps).toEqual(['https://example.com/a.xml', 'https://example.com/b.xml'])
  expect(may(new URL('https://example.com/x'))).toBe(false)
})

test('a crawl delay is in seconds, and at most ten', () => {
  expect(parseRobots(`${all}Crawl-delay: 1.5`).delay).toBe(1500)
  expect(parseRobots(`${all}Crawl-delay: 60`).delay).toBe(10_000)
  expect(parseRobots(`${all}Crawl-delay: soon`).delay).toBe(0)
  expect(parseRobots('User-agent: other\nCrawl-delay: 5').delay).toBe(0)
})

test('links of a page are not followed where its rules say so, and other rules say nothing of it', () => {
  expect(['nofollow', 'index, NoFollow', 'none', 'noindex,nofollow,noarchive'].every(forbidsFollowing)).toBe(true)
  expect(['', 'index, follow', 'max-image-preview:none', 'noindex'].some(forbidsFollowing)).toBe(false)
})
