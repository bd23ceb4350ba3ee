import { expect, test } from 'bun:test'
import { withoutTracking } from '../../../../plugins/content/formats/address.ts'
import { convert } from '../convert.ts'
import { contentOptions } from '../options.ts'

const linksOf = async (html: string, changes: Parameters<typeof contentOptions>[0] = {}) => {
  const source = {
    url: new URL('https://example.com/a/b'),
    headers: new Headers(),
    body: new TextEncoder().encode(html),
  }
  return (await convert(source, contentOptions(changes, 'links'))).links as string[]
}

test.each<[string, string[]]>([
  ['<p><a href="c">x</a><a href="/d">x</a></p>', ['https://example.com/a/c', 'https://example.com/d']],
  ['<p><a href="/d">x</a><a href="/c">x</a><a href="/d">x</a></p>', ['https://example.com/d', 'https://example.com/c']],
  ['<p><link href="/style.css"><b href="/b">x</b></p>', []],
  ['<p><a href="#top">x</a><a href="">x</a><a>x</a></p>', []],
  [
    '<p><a href="mailto:a@b.example">x</a><a href="javascript:x()">x</a><a href="tel:1">x</a><a href="data:,x">x</a></p>',
    [],
  ],
  [
    '<p><a href="/a/{{path}}">x</a><a href="{{ url }}">x</a><a href="/b?c={{d}}">x</a></p>',
    ['https://example.com/b?c={{d}}'],
  ],
  ['<p><a href=" HTTPS://Other.example/%7Ex ">x</a></p>', ['https://other.example/%7Ex']],
  ['<map><area href="/part"></map><p>x</p>', ['https://example.com/part']],
  ['<base href="/deep/base/"><p><a href="leaf">x</a></p>', ['https://example.com/deep/base/leaf']],
  ['<p><a href="http://[">x</a><a href="//">x</a></p>', []],
])('%s links to %j', async (html, links) => {
  expect(await linksOf(html)).toEqual(links)
})

const page =
  '<nav><a href="/nav">n</a></nav><div class="ad-box"><a href="/ad">a</a></div><p>Long enough a text. <a href="/p?gclid=1">p</a></p>'

test.each<[Parameters<typeof contentOptions>[0], string[]]>([
  [{}, ['/nav', '/ad', '/p?gclid=1']],
  [{ includeLinks: false }, ['/nav', '/ad', '/p?gclid=1']],
  [{ includeTags: ['p'] }, ['/p?gclid=1']],
  [{ excludeTags: ['nav'] }, ['/p?gclid=1']],
  [{ llmOptimization: true }, ['/nav', '/ad', '/p']],
])('the links are those of the page, or of the selected part: %j', async (changes, links) => {
  expect((await linksOf(page, changes)).map((each) => each.replace('https://example.com', ''))).toEqual(links)
})

test.each([
  ['/a?utm_source=x', '/a'],
  ['/a?b=1&fbclid=2&c=3#d', '/a?b=1&c=3#d'],
  ['/a?gclid=1#d', '/a#d'],
  ['/a?UTM_Medium=1&q=utm_source', '/a?q=utm_source'],
  ['/a#?utm_source=x', '/a#?utm_source=x'],
  ['/a?', '/a?'],
])('%s without tracking is %s', (address, bare) => {
  expect(withoutTracking(address)).toBe(bare)
})
