import { describe, expect, test } from 'bun:test'
import { forbidsFollowing, parseRobots } from '../../../core/politeness/robots.ts'
import { cpuTime, cpuTimeOf } from '../../cpu-time.ts'
import { costRatio } from '../../growth.ts'

const allows = async (text: string, path: string) =>
  (await parseRobots(text)).allows(new URL(path, 'https://example.com'))
const allowsAll = (text: string, paths: readonly string[]) => Promise.all(paths.map((path) => allows(text, path)))
const all = 'User-agent: *\n'

describe('rules', () => {
  test('without rules everything is allowed', async () => expect(await allows('', '/a')).toBe(true))
  test('the longest rule wins', async () => {
    const text = `${all}Disallow: /a\nAllow: /a/b\nDisallow: /a/b/c`
    expect(await allowsAll(text, ['/a', '/a/b', '/a/b/c', '/x'])).toEqual([false, true, false, true])
  })
  test('with equal lengths allow wins, in any order', async () => {
    expect(await allows(`${all}Disallow: /p\nAllow: /p`, '/p')).toBe(true)
    expect(await allows(`${all}Allow: /p\nDisallow: /p`, '/p')).toBe(true)
  })
  test('an asterisk matches any run, and a dollar sign the end', async () => {
    const text = `${all}Disallow: /*.gif$\nDisallow: /a*b*c`
    expect(await allowsAll(text, ['/x.gif', '/x.gif?y', '/aXbYc/z', '/acb'])).toEqual([false, true, false, true])
  })
  test('the end of an anchored pattern does not overlap its beginning', async () => {
    expect(await allows(`${all}Disallow: /ab*b$`, '/ab')).toBe(true)
    expect(await allows(`${all}Disallow: /ab*b$`, '/abb')).toBe(false)
  })
  test('an anchored pattern without an asterisk matches the whole path', async () => {
    expect(await allows(`${all}Disallow: /$`, '/')).toBe(false)
    expect(await allows(`${all}Disallow: /$`, '/a')).toBe(true)
  })
  test('the query is part of what is matched', async () =>
    expect(await allows(`${all}Disallow: /*?s=`, '/x?s=1')).toBe(false))
  test('percent-encoding is normalised before comparing', async () => {
    expect(await allows(`${all}Disallow: /foo/bar/ツ`, '/foo/bar/%E3%83%84')).toBe(false)
    expect(await allows(`${all}Disallow: /foo/bar/%e3%83%84`, '/foo/bar/ツ')).toBe(false)
    expect(await allows(`${all}Disallow: /foo/%62%61%7A`, '/foo/baz')).toBe(false)
    expect(await allows(`${all}Disallow: /a%3cd.html`, '/a%3Cd.html')).toBe(false)
    expect(await allows(`${all}Disallow: /a%2fb`, '/a/b')).toBe(true)
    expect(await allows(`${all}Disallow: /my files/`, '/my%20files/x')).toBe(false)
  })
  test('an escaped asterisk or dollar sign is literal', async () => {
    const text = `${all}Disallow: /path/file-with-a-%2A.html\nDisallow: /path/foo-%24\nDisallow: /a$b\nDisallow: /*%24$`
    const paths = ['/path/file-with-a-*.html', '/path/file-with-a-%2a.html', '/path/foo-$x', '/a$b/c', '/x%24', '/x$']
    expect(await allowsAll(text, paths)).toEqual(paths.map(() => false))
    expect(await allowsAll(text, ['/path/file-with-a-b.html', '/path/foo-', '/a', '/x$y'])).toEqual(Array(4).fill(true))
  })
  test('an empty disallow allows everything', async () => expect(await allows(`${all}Disallow:`, '/a')).toBe(true))
  test('robots.txt itself is always allowed', async () =>
    expect(await allows(`${all}Disallow: /`, '/robots.txt')).toBe(true))
  test('comments, unknown lines and a byte order mark are ignored', async () => {
    expect(await allows('\uFEFFUser-agent: * # all\r\nNoindex: /x\r\nDisallow: /x # why\r\n', '/x')).toBe(false)
  })
  test('a pattern of many asterisks takes no time', async () => {
    const text = `${all}Disallow: /${'*a'.repeat(2000)}b`
    const read = await parseRobots(text)
    const url = new URL(`https://example.com/${'a'.repeat(8000)}`)
    expect(cpuTime(() => expect(read.allows(url)).toBe(true))).toBeLessThan(200)
  })
})

describe('groups', () => {
  test('that name us replace those of the asterisk, in any case, and are merged', async () => {
    const text = 'User-agent: *\nDisallow: /\n\nUser-agent: WEIR/1.0\nDisallow: /a\n\nUser-agent: weir\nDisallow: /b\n'
    expect(await allowsAll(text, ['/a', '/b', '/c'])).toEqual([false, false, true])
  })
  test('may be shared by several agents', async () => {
    const text = 'User-agent: other\nUser-agent: weir\nDisallow: /a\nUser-agent: other\nDisallow: /b'
    expect(await allowsAll(text, ['/a', '/b'])).toEqual([false, true])
  })
  test('with a name that only begins like ours are for others', async () => {
    expect(await allows('User-agent: weirdo\nDisallow: /', '/a')).toBe(true)
  })
  test('have no rules before their first user-agent line', async () =>
    expect(await allows('Disallow: /\n', '/a')).toBe(true))
})

test('sitemaps belong to no group, and do not end one', async () => {
  const { sitemaps, allows: may } = await parseRobots(
    `User-agent: *\nSitemap: https://example.com/a.xml\nDisallow: /x\nsitemap:https://example.com/b.xml`,
  )
  expect(sitemaps).toEqual(['https://example.com/a.xml', 'https://example.com/b.xml'])
  expect(may(new URL('https://example.com/x'))).toBe(false)
})

test('a crawl delay is in seconds, and ten at most', async () => {
  expect((await parseRobots(`${all}Crawl-delay: 1.5`)).delay).toBe(1500)
  expect((await parseRobots(`${all}Crawl-delay: 60`)).delay).toBe(10_000)
  expect((await parseRobots(`${all}Crawl-delay: soon`)).delay).toBe(0)
  expect((await parseRobots('User-agent: other\nCrawl-delay: 5')).delay).toBe(0)
})

/** The number of bytes of rules that are read. */
const half = 512 * 1024
const large: [what: string, line: (i: number) => string][] = [
  ['rules', (i) => `Disallow: /a${i}`],
  ['rules of all lengths', (i) => `Disallow: /${'a'.repeat(i % 2000)}`],
  ['rules with an asterisk', (i) => `Disallow: /*z${i}`],
  ['rules with several', (i) => `Disallow: /*a*b*${i}$`],
  ['rules of other scripts', (i) => `Disallow: /${'äa'.repeat(50)}${i}`],
  ['rules with escapes', (i) => `Disallow: /${'%e4a'.repeat(50)}${i}`],
]

describe.each(large)('a file of half a million bytes: %s', (_, line) => {
  const fileOf = (bytes: number) => {
    let text = all
    for (let i = 0; text.length < bytes; i++) text += `${line(i)}\n`
    return text
  }
  const text = fileOf(half)

  test('is parsed in slices, between which others have their turn', async () => {
    let turns = 0
    let isRead = false
    const others = () => {
      turns += 1
      if (!isRead) setTimeout(others)
    }
    setTimeout(others)
    const spent = await cpuTimeOf(async () => void (await parseRobots(text)))
    isRead = true
    expect(turns).toBeGreaterThanOrEqual(Math.floor(spent / 40))
  })

  test('is asked about an address without checking each rule', async () => {
    const url = new URL('https://example.com/shop/a/page?of=things')
    const asking = async (bytes: number) => {
      const { allows } = await parseRobots(fileOf(bytes))
      return () => {
        for (let i = 0; i < 300; i++) allows(url)
      }
    }
    // A quarter of the file already has the maximum number of rules with asterisks that are checked.
    expect(costRatio(await asking(half), await asking(half / 4), 3)).toBeLessThan(3)
  })
})

test('links of a page are not followed if its robots rules forbid that, and other rules have no effect', async () => {
  expect(['nofollow', 'index, NoFollow', 'none', 'noindex,nofollow,noarchive'].every(forbidsFollowing)).toBe(true)
  expect(['', 'index, follow', 'max-image-preview:none', 'noindex'].some(forbidsFollowing)).toBe(false)
  expect(['max-image-preview: none', 'unavailable_after: 25 Jun 2027 15:00:00 PST'].some(forbidsFollowing)).toBe(false)
})
test('rules of a page for another crawler do not apply', () => {
  expect(
    [
      'googlebot: nofollow',
      'Googlebot: noindex, nofollow',
      'index, otherbot: none',
      'a: none, weir: noindex',
      '360Spider: nofollow',
    ].some(forbidsFollowing),
  ).toBe(false)
  expect(
    ['weir: nofollow', 'nofollow, googlebot: noindex', 'googlebot: noindex, Weir: none', '*: nofollow'].every(
      forbidsFollowing,
    ),
  ).toBe(true)
})
