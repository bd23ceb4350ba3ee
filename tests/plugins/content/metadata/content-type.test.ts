import { describe, expect, test } from 'bun:test'
import { metadataOf, pageOf, prose } from '../page.ts'

const kindOf = (head: string, body: string, address = 'https://site.example/a'): string =>
  metadataOf(pageOf(head, body), {}, new URL(address)).contentQuality.contentType
const thing = (type: string) => `<script type="application/ld+json">{"@type":"${type}","name":"Kettles"}</script>`
const openGraph = (type: string) => `<meta property="og:type" content="${type}">`
const code = '<pre>boil()</pre><p>Then</p><pre>pour()</pre>'
const cells = (count: number) => `<table>${`<tr>${'<td>1</td>'.repeat(10)}</tr>`.repeat(count / 10)}</table>`
const links = (count: number) => Array.from({ length: count }, (_, i) => `<a href="/${i}">Kettle ${i}</a>`).join(' ')

describe('the kind of a page', () => {
  test.each([
    ['product', openGraph('product.item'), '<p>A kettle</p>'],
    ['product', thing('Product'), '<p>A kettle</p>'],
    ['documentation', thing('TechArticle'), '<p>Boiling</p>'],
    ['documentation', '<meta name="generator" content="Docusaurus v3">', '<p>Boiling</p>'],
    ['media', thing('VideoObject'), '<p>A film</p>'],
    ['media', openGraph('video.movie'), '<p>A film</p>'],
    ['media', '', '<video src="/a.mp4"></video><p>A film</p>'],
    ['article', thing('NewsArticle'), `<p>${prose(3)}</p>`],
    ['article', openGraph('article'), `<p>${prose(3)}</p>`],
    ['article', '<meta property="article:published_time" content="2024-05-01">', `<p>${prose(30)}</p>`],
    ['listing', thing('ItemList'), '<p>Kettles</p>'],
    ['listing', '', links(60)],
    ['data', '', cells(70)],
    ['page', '', `<p>${prose(3)}</p>`],
  ])('%s: %s %s', (kind, head, body) => {
    expect(kindOf(head, body)).toBe(kind)
  })

  test('is documentation by its address where it shows code', () => {
    for (const address of ['https://docs.kettles.example/boil', 'https://kettles.example/docs/boil'])
      expect([address, kindOf('', code, address)]).toEqual([address, 'documentation'])
    expect(kindOf('', code)).toBe('page')
    expect(kindOf('', '<pre>boil()</pre>', 'https://docs.kettles.example/boil')).toBe('page')
  })

  test('is an article where there is more to read beside a video than what describes it', () => {
    expect(kindOf(thing('VideoObject') + thing('NewsArticle'), `<p>${prose(60)}</p>`)).toBe('article')
    expect(kindOf(thing('VideoObject') + thing('NewsArticle'), `<p>${prose(3)}</p>`)).toBe('media')
    expect(kindOf('', `<video src="/a.mp4"></video><p>${prose(60)}</p>`)).toBe('page')
  })

  test('is none of data or listing where there is as much beside it', () => {
    expect(kindOf('', cells(70) + '<p>Row</p>'.repeat(8))).toBe('page')
    expect(kindOf('', cells(60))).toBe('page')
    expect(kindOf('', links(39))).toBe('page')
    expect(kindOf('', `${links(60)}<p>${prose(60)}</p>`)).toBe('page')
  })
})
