import { describe, expect, test } from 'bun:test'
import { readLinks } from '../../../../plugins/map/visit/read-links.ts'
import { cpuTimeOf } from '../../../cpu-time.ts'

const url = new URL('https://a.test/x/y')
const read = (html: string) => readLinks(html, url)

describe('the head', () => {
  test('has a title in one line, and titles of drawings are ignored', async () => {
    expect(
      (await read('<svg><title>Icon</title></svg><title>\n Caf&eacute; \n &amp; more</title><title>2</title>')).title,
    ).toBe('Café & more')
    expect((await read('<title> </title>')).title).toBeNull()
    expect((await read('<svg/><title>Page</title>')).title).toBe('Page')
    const long = `${'x'.repeat(999)}\u{1f642}`
    expect((await read(`<title>${long}</title>`)).title?.isWellFormed()).toBe(true)
  })
  test('has a description, and prefers its own to that of Open Graph', async () => {
    const og = '<meta property="og:description" content="Theirs">'
    expect((await read(`${og}<meta name="Description" content=" Its  own ">`)).description).toBe('Its own')
    expect((await read(`<meta name="description" content="Its own">${og}`)).description).toBe('Its own')
    expect((await read(og)).description).toBe('Theirs')
  })
  test('has the canonical address, and may ask for its links not to be followed', async () => {
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

test('links include the items of JSON-LD lists', async () => {
  const data = '{"@type": "ListItem", "url": "/listed"}'
  expect((await read(`<script type="application/ld+json">${data}</script><script>"/not"</script>`)).hrefs).toEqual([
    '/listed',
  ])
  expect((await read('<script type="application/ld+json">{"@type": "ListItem", </script><a href=1>')).hrefs).toEqual([
    '1',
  ])
})

test('links include frames of the same origin, wherever the base is, and not those of others', async () => {
  const { hrefs } = await read('<iframe src="in"></iframe><iframe src="https://b.test/"></iframe><base href="/deep/">')
  expect(hrefs).toEqual(['in'])
  expect((await read('<base href="https://b.test/"><frame src="in">')).hrefs).toEqual([])
})

test('sitemaps are listed apart', async () => {
  const { hrefs, sitemaps } = await read('<link rel=sitemap href="/s.xml"><a href=1>')
  expect([hrefs, sitemaps]).toEqual([['1'], ['/s.xml']])
})

test('links are relative to the first base', async () => {
  expect((await read('<base href="/deep/"><base href="/other/"><a href=x>')).base.href).toBe('https://a.test/deep/')
})

test('a page with very deep nesting takes no time', async () => {
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
test.each(floods)('a flood of %s neither blocks other work nor fills the memory', async (_, page) => {
  let rounds = 0
  let isDone = false
  const count = () => {
    rounds++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const { hrefs, title } = await readLinks(page, url)
  isDone = true
  // A reader that never yields would leave none.
  expect(rounds).toBeGreaterThan(0)
  expect(hrefs.length).toBeLessThanOrEqual(20_000)
  expect(title?.length ?? 0).toBeLessThanOrEqual(1000)
})
