import { describe, expect, test } from 'bun:test'
import { createScope, followable } from '../../../core/politeness/scope.ts'
import { cpuTime } from '../../cpu-time.ts'

const inScope = (start: string, options: Partial<Parameters<typeof createScope>[1]>, url: string) =>
  createScope(new URL(start), { sameDomain: true, ...options })(new URL(url))

describe('one domain', () => {
  const cases: [start: string, url: string, inside: boolean][] = [
    ['http://shop.test/', 'http://shop.test/a', true],
    ['http://shop.test/', 'http://www.shop.test/a', true],
    ['http://www.shop.test/', 'http://shop.test/a', true],
    ['http://www.shop.test/', 'http://blog.shop.test/a', true],
    ['http://blog.shop.test/', 'http://shop.test/a', false],
    ['http://shop.test/', 'http://notshop.test/a', false],
    ['http://shop.test/', 'http://shop.test.evil.test/a', false],
    ['http://shop.test/', 'https://shop.test/a', true],
    ['http://shop.test:81/', 'http://shop.test/a', false],
    ['http://shop.test:81/', 'http://www.shop.test:81/a', true],
  ]
  for (const [start, url, inside] of cases)
    test(`from ${start} it ${inside ? 'includes' : 'excludes'} ${url}`, () =>
      expect(inScope(start, {}, url)).toBe(inside))
  test('any host is included without it', () =>
    expect(inScope('http://a.test/', { sameDomain: false }, 'http://b.test/')).toBe(true))
})

describe('patterns', () => {
  const at = (options: Parameters<typeof inScope>[1], path: string) =>
    inScope('http://a.test/', options, `http://a.test${path}`)
  test('an asterisk stays within a segment, two cross segments', () => {
    expect(at({ includePatterns: ['/docs/*'] }, '/docs/a')).toBe(true)
    expect(at({ includePatterns: ['/docs/*'] }, '/docs/a/b')).toBe(false)
    expect(at({ includePatterns: ['/docs/**'] }, '/docs/a/b')).toBe(true)
  })
  test('in other letters match the encoded ones of URLs', () => {
    const regex = { patternSyntax: 'regex', includePatterns: ['^/天気/[あ-ん]+$'] } as const
    expect(at({ includePatterns: ['/天気/*'] }, '/天気/はれ')).toBe(true)
    expect([at(regex, '/天気/はれ'), at(regex, '/天気/雨'), at(regex, '/tenki')]).toEqual([true, false, false])
  })
  test('those of a folder match the folder too', () => {
    expect(at({ includePatterns: ['/docs/**'] }, '/docs')).toBe(true)
    expect(at({ includePatterns: ['/docs/**'] }, '/docs/')).toBe(true)
    expect(at({ includePatterns: ['/docs/**'] }, '/docsearch')).toBe(false)
  })
  test('a pattern without a slash matches the last segment, or the path from its beginning', () => {
    expect(at({ excludePatterns: ['*.pdf'] }, '/a/b.pdf')).toBe(false)
    expect(at({ includePatterns: ['docs/**'] }, '/docs/a')).toBe(true)
  })
  test('a pattern that begins with http matches the whole address', () => {
    expect(at({ includePatterns: ['http://a.test/x/**'] }, '/x/y')).toBe(true)
    expect(at({ includePatterns: ['https://a.test/x/**'] }, '/x/y')).toBe(false)
  })
  test('an excluded address is out, even if it is included as well', () => {
    expect(at({ includePatterns: ['/**'], excludePatterns: ['/private/**'] }, '/private/a')).toBe(false)
    expect(at({ includePatterns: ['/**'], excludePatterns: ['/private/**'] }, '/a')).toBe(true)
  })
  test('patterns may be written as people read addresses', () =>
    expect(at({ includePatterns: ['/über uns/*'] }, '/über uns/x')).toBe(true))
  test('segments that begin with a dot are matched like others', () =>
    expect(at({ includePatterns: ['/**'] }, '/.well-known/x')).toBe(true))
  test('braces and exclamation marks are literal, and nothing expands', () => {
    expect(at({ includePatterns: ['/{a,b}'] }, '/a')).toBe(false)
    expect(at({ includePatterns: ['!/a'] }, '/b')).toBe(false)
  })

  test('no pattern matches an address of more than 2048 characters', () => {
    for (const [pattern, patternSyntax] of [
      ['/**', 'glob'],
      ['^/', 'regex'],
    ] as const) {
      expect(at({ includePatterns: [pattern], patternSyntax }, `/${'a'.repeat(2047)}`)).toBe(true)
      expect(at({ includePatterns: [pattern], patternSyntax }, `/${'a'.repeat(2048)}`)).toBe(false)
    }
  })

  const evil = [
    '*a*a*a*a*a*a*a*a*a*b',
    `/${'**/a/'.repeat(40)}b`,
    `/${'**/'.repeat(80)}b`,
    `/${'*a'.repeat(120)}b`,
    `/${'?*'.repeat(120)}b`,
    `/${'[a-z]*'.repeat(40)}1`,
    '+(a|aa)+(a|aa)+b',
    '{a,b}'.repeat(50),
    `/${'**/*a/'.repeat(36)}b`,
    `/${'*'.repeat(250)}b`,
  ].map((pattern) => pattern.slice(0, 256))
  for (const pattern of evil)
    test(`${pattern.slice(0, 30)} takes no time`, () => {
      for (const path of [`/${'a'.repeat(60)}`, `/${'a/'.repeat(2000)}`, `/${'a'.repeat(8000)}`]) {
        expect(cpuTime(() => at({ includePatterns: [pattern] }, path))).toBeLessThan(100)
      }
    })
})

test('links that lead to no page cannot be followed, and fragments are dropped', () => {
  const base = new URL('http://a.test/x/')
  expect(followable('y?z#w', base)?.href).toBe('http://a.test/x/y?z')
  for (const href of ['mailto:a@b.test', 'javascript:void(0)', 'ftp://a.test/', 'http://u:p@a.test/', 'http://'])
    expect(followable(href, base)).toBeUndefined()
})

test('links are read as browsers read them, and their targets are checked', () => {
  const base = new URL('http://a.test/x/')
  const read = (href: string) => followable(href, base)?.href
  expect(read('/my file.html')).toBe('http://a.test/my%20file.html')
  expect(read('/wra\npp\r\n\ted.html')).toBe('http://a.test/wrapped.html')
  expect(read('..\\y\\z.html')).toBe('http://a.test/y/z.html')
  expect(read('\n http://b.test/c d?e f#g\\h \t')).toBe('http://b.test/c%20d?e%20f')
  expect(read('y?z=\\w')).toBe('http://a.test/x/y?z=\\w')
  expect(read('//b.test\\@a.test/')).toBe('http://b.test/@a.test/')
  for (const href of [
    'java\nscript:void(0)',
    ' mailto:a@b.test',
    'http://u:p\n@a.test/',
    '\\\\u@a.test',
    'http://a b.test',
  ])
    expect(read(href)).toBeUndefined()
  expect([read(`/${'y'.repeat(8000)}`)?.length, read(`/${'y'.repeat(8192)}`)]).toEqual([8014, undefined])
  expect(read(`/${'é'.repeat(3000)}`)).toBeUndefined()
})

describe('regular expressions', () => {
  const at = (options: Parameters<typeof inScope>[1], path: string) =>
    inScope('http://a.test/', { patternSyntax: 'regex', ...options }, `http://a.test${path}`)
  const refusal = (options: Parameters<typeof inScope>[1]) => {
    try {
      return at(options, '/')
    } catch (error) {
      const { code, message, details } = error as { code: string; message: string; details: unknown }
      return [code, message, details]
    }
  }

  test('are searched for anywhere in the path', () => {
    expect(at({ includePatterns: ['^/docs/[0-9]+$'] }, '/docs/12')).toBe(true)
    expect(at({ includePatterns: ['^/docs/[0-9]+$'] }, '/docs/12/x')).toBe(false)
    expect(at({ includePatterns: ['cs/1'] }, '/docs/12?x=1')).toBe(true)
    expect(at({ excludePatterns: ['x=1'] }, '/docs?x=1')).toBe(true)
  })
  test('or in the whole address if that is asked for, like globs', () => {
    expect(at({ excludePatterns: ['x=1$'], matchFullUrl: true }, '/docs?x=1')).toBe(false)
    expect(at({ includePatterns: ['^http://a\\.test/docs'], matchFullUrl: true }, '/docs')).toBe(true)
    const glob = { patternSyntax: 'glob', matchFullUrl: true } as const
    expect(at({ ...glob, excludePatterns: ['**/docs?x=1'] }, '/docs?x=1')).toBe(false)
  })
  test('are refused with the position and the reason if they are invalid', () => {
    const parameter = 'excludePatterns.1'
    const reason = 'Lookaround and backreferences are not supported.'
    for (const bad of ['(', 'a(?=b)', '(a)\\1', '(?<n>a)\\k<n>'])
      expect(refusal({ excludePatterns: ['a', bad] })).toEqual([
        'invalid_options',
        expect.stringMatching(new RegExp(`^excludePatterns.1 is not a supported pattern: .*${reason}$`)),
        { parameter },
      ])
  })
  test('take little time, however they are written', () => {
    const long = new URL(`http://a.test/bc${'a'.repeat(2000)}`)
    for (const evil of ['^(a+)+$', '.*a.{400}[bc].*', '(a|a|aa)*b{0,9}$', '(.*)*(.*)*[bc]$']) {
      const scope = createScope(new URL('http://a.test/'), {
        sameDomain: true,
        patternSyntax: 'regex',
        excludePatterns: [evil],
      })
      expect(cpuTime(() => scope(long))).toBeLessThan(150)
    }
    const tooLarge = refusal({ includePatterns: Array(50).fill('(?:abcdefghij){9}') })
    expect(tooLarge).toEqual([
      'invalid_options',
      expect.stringContaining('too large together'),
      { parameter: 'includePatterns' },
    ])
  })
})

describe('paths below the start', () => {
  const cases: [start: string, path: string, inside: boolean][] = [
    ['/docs/intro', '/docs/intro', true],
    ['/docs/intro', '/docs/intro/a', true],
    ['/docs/intro', '/docs/introduction', false],
    ['/docs/intro', '/docs/other', false],
    ['/docs/intro/', '/docs/intro/a', true],
    ['/docs/intro/', '/docs/intro', true],
    ['/docs/index.html', '/docs/other.html', true],
    ['/docs/index.html', '/blog/', false],
    ['/', '/anything', true],
    ['/index.html', '/anything', true],
  ]
  for (const [start, path, inside] of cases)
    test(`of ${start} ${inside ? 'include' : 'exclude'} ${path}`, () =>
      expect(inScope(`http://a.test${start}`, { childPathsOnly: true }, `http://a.test${path}`)).toBe(inside))
})

test('subdomains may be left out', () => {
  const at = (url: string) => inScope('http://www.a.test/', { includeSubdomains: false }, url)
  expect(['http://a.test/', 'http://www.a.test/', 'http://blog.a.test/'].map(at)).toEqual([true, true, false])
})
