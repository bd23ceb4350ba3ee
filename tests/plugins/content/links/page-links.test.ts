import { expect, test } from 'bun:test'
import { Budget } from '../../../../plugins/content/budget.ts'
import { readPageLinks } from '../../../../plugins/content/links/page-links.ts'
import { emptyMetadata } from '../../../../plugins/content/metadata/index.ts'
import { parse } from '../../../../plugins/content/tree/index.ts'

const read = (html: string, { headers = new Headers(), metadata = emptyMetadata() } = {}) =>
  readPageLinks(parse(html), new URL('https://site.example/'), { headers, metadata, budget: new Budget(html.length) })

test('a page has the links of all kinds of elements in its order', () => {
  const { pages, sitemaps } = read(`<head><link rel="next" href="/next"><link rel="sitemap" href="/map.xml">
    <link rel="stylesheet" href="/no.css"><meta http-equiv="refresh" content="5; url=/later"></head>
    <p data-href="/no"><a href="/a">a</a><map><area href="/area"></map><img src="/no.png"><iframe src="/frame"></iframe>
    <svg><a xlink:href="/drawn"></a></svg><noscript><a href="/without-script">b</a></noscript>`)
  expect(pages.split('\n').map((page) => new URL(page).pathname)).toEqual([
    '/next',
    '/later',
    '/a',
    '/area',
    '/frame',
    '/drawn',
    '/without-script',
  ])
  expect(sitemaps).toEqual(['https://site.example/map.xml'])
})

test('a link with a placeholder for scripts in its path is left out', () => {
  expect(read('<a href="/a/{{ path }}">a</a><a href="/b?c={{d}}">b</a>').pages).toBe('https://site.example/b?c={{d}}')
})

test('a page of frames has links to them', () => {
  expect(read('<frameset><frame src="/one"><frame src="/two"></frameset>').pages).toBe(
    'https://site.example/one\nhttps://site.example/two',
  )
})

test('frames of other sites are no links, and those of headers and JSON-LD come last', () => {
  const metadata = emptyMetadata()
  metadata.structuredData.jsonLd = [{ '@type': 'ListItem', item: '/listed' }]
  const headers = new Headers({ link: '</next>; rel=next, </feed>; rel=sitemap' })
  const page = '<iframe src="https://ads.example/"></iframe><a href="/a">a</a><a href="/a">b</a>'
  expect(read(page, { headers, metadata })).toEqual({
    pages: ['a', 'next', 'listed'].map((path) => `https://site.example/${path}`).join('\n'),
    sitemaps: ['https://site.example/feed'],
  })
})
