import { describe, expect, test } from 'bun:test'
import { resolver } from '../../../../plugins/content/tree/index.ts'

const bases = [
  'https://site.example/a/b?c#d',
  'http://user:secret@site.example:8080/x/',
  'https://site.example:8443/',
].map((base) => new URL(base))

/** The result of `URL` for an address. */
const byUrl = (href: string, base: URL) => {
  const url = URL.parse(href.trim(), base)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null
}

const pieces =
  '/ // http:// https:// HTTP:// a b.c x.com X . .. %2e %2E. ? # & = é \\ : @ 1 127.1 0x7f -- xn-- - | " \' [ ^ ` { % %zz index.html /a/b ; ~ :8080 :80 ab--c localhost _ 1.2.3.4/ com. * ! $ javascript: mailto:x'
    .split(' ')
    .concat(' ', '\t', '\n', '\u00a0', '\u00ad')

describe('the absolute address of a page is the result of URL', () => {
  test.each([
    '/plain/path.html?a=b&c=d#e',
    'https://other.example/path',
    'https://other.example',
    'https://OTHER.example/',
    'https://other.example:443/',
    '//other.example/x',
    '/a/../b',
    '/a/.%2e/b',
    '/%2e/b',
    '/\\other.example/',
    "/a?it's",
    '/a#b#c',
    '/ä',
    'http://1.2.3.4/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://xn--a.example/',
    'http://a..b/',
    'http://.a/',
    'http:///a',
    'https:/a',
    'mailto:a@b.example',
    'MailTo:a@b.example',
    'java\tscript:x()',
    'web+x-1.y:z',
    'https:b',
    'HTTPS:/b',
    '1:2/b',
    'b:/c',
    '#',
    '#c d',
    '?b',
    'b',
    'b/../c',
    '../b',
    './b',
    'b/.c',
    '//other.example',
    '//other.example/b#c',
    '//OTHER.example/b',
    ' /a ',
    '',
  ])('for %j', (href) => {
    for (const base of bases) expect(resolver(base)(href)).toBe(byUrl(href, base))
  })

  test('for 180,000 combinations of significant pieces', () => {
    let seed = 7
    const below = (count: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) | 0
      return (seed >>> 8) % count
    }
    for (const base of bases) {
      const absolute = resolver(base)
      for (let i = 0; i < 60_000; i++) {
        let href = ['', '/', 'https://x.com/', 'http://a.b.c/', '#', '//x.com/', 'https://x.com', 'b', 'b/'][below(9)]!
        for (let left = below(6); left >= 0; left--) href += pieces[below(pieces.length)]
        if (absolute(href) !== byUrl(href, base))
          expect({ href, is: absolute(href) }).toEqual({ href, is: byUrl(href, base) })
      }
    }
  })
})
