import { describe, expect, test } from 'bun:test'
import { readLinks } from '../../../../plugins/map/visit/read-links.ts'
import { cpuTimeOf } from '../../../cpu-time.ts'

const url = new URL('https://a.test/x/y')
const read = (html: string) => readLinks(html, url)

describe('the head', () => {
  test('has a title in one line, and the drawing of a page has another', async () => {
    expect(
      (await read('<svg><title>Icon</title></svg><title>\n Caf&eacute; \n &amp; more</title><title>2</title>')).title,
    ).toBe('Café & more')
    expect((await read('<title> </title>')).title).toBeNull()
    expect((await read('<svg/><title>Page</title>')).title).toBe('Page')
  })
  test('has a description, its own before that of Open Graph', async () => {
    const og = '<meta property="og:description" content="Theirs">'
    expect((await read(`${og}<meta name="Description" content=" Its  own ">`)).description).toBe('Its own')
    expect((await read(`<meta name="description" content="Its own">${og}`)).description).toBe('Its own')
    expect((await read(og)).description).toBe('Theirs')
  })
  test('names the canonical address, and asks not to be followed', async () => {
    const { canonical, nofollow } = await read(
      '<link rel="Canonical" href="/c"><meta name="robots" content="index, NOFOLLOW">',
    )
    expect([canonical, nofollow]).toEqual(['https://a.test/c', true])
    expect((await read('<meta name="robots" content="index">')).nofollow).toBe(false)
  })
})

test('links are those that lead to pages, as they are written', async () => {
  const { hrefs, base } = await read('<a href="/1?a&amp;b">x</a><area href=2><a name=x>y</a><link rel=next href="/3">')
  expect([hrefs, base.href]).toEqual([['/1?a&b', '2', '/3'], url.href])
})

test('so are those that JSON-LD lists', async () => {
  const data = '{"@type": "ListItem", "url": "/listed"}'
  expect((await read(`<script type="application/ld+json">${data}</script><script>"/not"</script>`)).hrefs).toEqual([
    '/listed',
  ])
  expect((await read('<script type="application/ld+json">{"@type": "ListItem", </script><a href=1>')).hrefs).toEqual([
    '1',
  ])
})

test('so are frames of the same origin, wherever the base stands; others are guests', async () => {
  const { hrefs } = await read('<iframe src="in"></iframe><iframe src="https://b.test/"></iframe><base href="/deep/">')
  expect(hrefs).toEqual(['in'])
  expect((await read('<base href="https://b.test/"><frame src="in">')).hrefs).toEqual([])
})

test('sitemaps are told apart', async () => {
  const { hrefs, sitemaps } = await read('<link rel=sitemap href="/s.xml"><a href=1>')
  expect([hrefs, sitemaps]).toEqual([['1'], ['/s.xml']])
})

test('they are relative to the first base', async () => {
  expect((await read('<base href="/deep/"><base href="/other/"><a href=x>')).base.href).toBe('https://a.test/deep/')
})

test('a page that is nested without end takes no time', async () => {
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
    const page = hostile.repeat(100_000)
    expect(await cpuTimeOf(() => readLinks(page, url))).toBeLessThan(1500)
  }
})

const floods: [string, string][] = [
  ['attributes', `<a ${'b=c '.repeat(2_500_000)}href=x>`],
  ['links', '<a href=x>'.repeat(1_000_000)],
  ['frames', '<iframe src=x>'.repeat(700_000)],
  ['text in a title', `<title>${'a&amp;'.repeat(1_500_000)}</title>`],
]
test.each(floods)('a flood of %s does not hold up others, nor fill the memory', async (_, page) => {
  let rounds = 0
  let isDone = false
  const count = () => {
    rounds++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const { hrefs, title } = await readLinks(page, url)
  isDone = true
  // Of a reader that never lets others go on there are none.
  expect(rounds).toBeGreaterThan(0)
  expect(hrefs.length).toBeLessThanOrEqual(20_000)
  expect(title?.length ?? 0).toBeLessThanOrEqual(1000)
})
