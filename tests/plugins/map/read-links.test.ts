import { describe, expect, test } from 'bun:test'
import { readLinks } from '../../../plugins/map/read-links.ts'
import { cpuTime } from '../../cpu-time.ts'

const url = new URL('https://a.test/x/y')
const read = (html: string) => readLinks(html, url)

describe('the head', () => {
  test('has a title in one line, and the drawing of a page has another', () => {
    expect(
      read('<svg><title>Icon</title></svg><title>\n Caf&eacute; \n &amp; more</title><title>2</title>').title,
    ).toBe('Café & more')
    expect(read('<title> </title>').title).toBeNull()
    expect(read('<svg/><title>Page</title>').title).toBe('Page')
  })
  test('has a description, its own before that of Open Graph', () => {
    const og = '<meta property="og:description" content="Theirs">'
    expect(read(`${og}<meta name="Description" content=" Its  own ">`).description).toBe('Its own')
    expect(read(`<meta name="description" content="Its own">${og}`).description).toBe('Its own')
    expect(read(og).description).toBe('Theirs')
  })
  test('names the canonical address, and asks not to be followed', () => {
    const { canonical, nofollow } = read(
      '<link rel="Canonical" href="/c"><meta name="robots" content="index, NOFOLLOW">',
    )
    expect([canonical, nofollow]).toEqual(['https://a.test/c', true])
    expect(read('<meta name="robots" content="index">').nofollow).toBe(false)
  })
})

test('links are those that lead to pages, as they are written', () => {
  const { hrefs, base } = read('<a href="/1?a&amp;b">x</a><area href=2><a name=x>y</a><link rel=next href="/3">')
  expect([hrefs, base.href]).toEqual([['/1?a&b', '2', '/3'], url.href])
})

test('so are those that JSON-LD lists', () => {
  const data = '{"@type": "ListItem", "url": "/listed"}'
  expect(read(`<script type="application/ld+json">${data}</script><script>"/not"</script>`).hrefs).toEqual(['/listed'])
  expect(read('<script type="application/ld+json">{"@type": "ListItem", </script><a href=1>').hrefs).toEqual(['1'])
})

test('sitemaps are told apart', () => {
  const { hrefs, sitemaps } = read('<link rel=sitemap href="/s.xml"><a href=1>')
  expect([hrefs, sitemaps]).toEqual([['1'], ['/s.xml']])
})

test('they are relative to the first base', () => {
  expect(read('<base href="/deep/"><base href="/other/"><a href=x>').base.href).toBe('https://a.test/deep/')
})

test('a page that is nested without end takes no time', () => {
  for (const hostile of [
    '<div><a href=x>',
    '</x><p>',
    '<svg><title>',
    '<a href=x ',
    '<a "',
    '<!--',
    '<![CDATA[',
    '&amp',
  ]) {
    expect(cpuTime(() => readLinks(hostile.repeat(100_000), url))).toBeLessThan(1500)
  }
})
