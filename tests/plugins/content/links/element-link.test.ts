import { describe, expect, test } from 'bun:test'
import { headerLinks, linkOf } from '../../../../plugins/content/links/element-link.ts'
import { cpuTime } from '../../../cpu-time.ts'

const of = (name: string, attributes: Record<string, string>) => {
  const link = linkOf(name, (attribute) => attributes[attribute])
  return link && `${link.kind} ${link.href}`
}

describe('an element leads to a page', () => {
  test('by a link, an image map, or a frame', () => {
    expect(of('a', { href: '/1' })).toBe('page /1')
    expect(of('a', { 'xlink:href': '/2' })).toBe('page /2')
    expect(of('area', { href: '/3' })).toBe('page /3')
    expect(of('iframe', { src: '/4' })).toBe('frame /4')
    expect(of('frame', { src: '/5' })).toBe('frame /5')
  })
  test('by a refresh in any spelling', () => {
    const refresh = (content: string) => of('meta', { 'http-equiv': 'Refresh', content })
    for (const content of ['0;url=/x', '5; URL = "/x"', "0, '/x' ; more", ';url=/x', '3 /x', '0;/x'])
      expect(refresh(content)).toBe('page /x')
    expect([refresh('30'), refresh('30;'), of('meta', { name: 'refresh', content: '0;url=/x' })]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
  test('by the relations between pages', () => {
    for (const rel of ['next', 'prev', 'NEXT nofollow', 'author'])
      expect(of('link', { rel, href: '/x' })).toBe('page /x')
    expect(of('link', { rel: 'alternate', hreflang: 'de', href: '/de' })).toBe('page /de')
  })
})

test('links to sitemaps and feeds are recognised', () => {
  expect(of('link', { rel: 'sitemap', type: 'application/xml', href: '/s.xml' })).toBe('sitemap /s.xml')
  expect(of('link', { rel: 'alternate', type: 'application/rss+xml', href: '/feed' })).toBe('sitemap /feed')
  expect(of('link', { rel: 'alternate', type: 'application/atom+xml; charset=utf-8', href: '/a' })).toBe('sitemap /a')
})

test('elements without a page have no link', () => {
  for (const rel of ['stylesheet', 'icon', 'preload', 'canonical', 'search', 'alternate stylesheet', 'manifest', ''])
    expect(of('link', { rel, href: '/x' })).toBeUndefined()
  expect(of('link', { rel: 'alternate', type: 'application/json+oembed', href: '/x' })).toBeUndefined()
  expect(of('link', { rel: 'next', type: 'application/json', href: '/x' })).toBeUndefined()
  expect(of('img', { src: '/x.png' })).toBeUndefined()
  expect(of('a', { name: 'place' })).toBeUndefined()
})

test('Link headers work like the corresponding elements', () => {
  const header =
    '</2>; rel="next", </s.css>; rel=stylesheet, </de>; hreflang=de; rel="alternate", </s.xml>; rel=sitemap, </x>; rel=next; anchor="/y"'
  expect(headerLinks(header).map(({ kind, href }) => `${kind} ${href}`)).toEqual([
    'page /2',
    'page /de',
    'sitemap /s.xml',
  ])
  expect(headerLinks(null)).toEqual([])
  const taken = cpuTime(() => {
    headerLinks('<'.repeat(1_000_000))
    headerLinks('<a>;rel='.repeat(100_000))
  })
  expect(taken).toBeLessThan(500)
})

test('a Link header is read in linear time', () => {
  const header = (begin: string, piece: string) => begin + piece.repeat(Math.ceil(16_000 / piece.length))
  const made = ['; ', ';', ' ', ';rel ', '; rel=" ', ';rel=a ', ';a="', ',', '<a>;'].map((piece) =>
    header('<a>;', piece),
  )
  made.push(
    `<a>${`;${' '.repeat(200)}`.repeat(80)}`,
    `<a>;${' '.repeat(16_000)}`,
    `<a>;rel=next;rel${' '.repeat(16_000)}`,
  )
  const taken = cpuTime(() => {
    for (const one of made) for (let i = 0; i < 10; i++) headerLinks(one)
  })
  expect(taken).toBeLessThan(500)
})

test('the first two hundred links of Link headers are read, and quoted strings are kept whole', () => {
  expect(headerLinks('<a>; rel=next, '.repeat(1000))).toHaveLength(200)
  expect(headerLinks('</b>; title="x; rel=stylesheet, y"; rel="next"').map(({ href }) => href)).toEqual(['/b'])
  expect(headerLinks('</b>;REL = next').map(({ href }) => href)).toEqual(['/b'])
})
