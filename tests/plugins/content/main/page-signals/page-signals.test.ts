import { describe, expect, test } from 'bun:test'
import { readAddress } from '../../../../../plugins/content/main/page-signals/read-address.ts'
import { readHead } from '../../../../../plugins/content/main/page-signals/read-head.ts'
import { readJsonLd } from '../../../../../plugins/content/main/page-signals/read-json-ld.ts'
import { readNaming } from '../../../../../plugins/content/main/page-signals/read-naming.ts'
import { parse } from '../../../../../plugins/content/tree/index.ts'

const words = (count: number, name = 'w') => Array.from({ length: count }, (_, i) => `${name}${i}`).join(' ')

describe('the head of a page', () => {
  const head = (html: string) => {
    const { title, description, openGraph } = readHead(parse(`<head>${html}</head>`))
    return [title.size, description.size, openGraph]
  }
  test.each([
    ['', [0, 0, 0]],
    ['<title>One two</title>', [2, 0, 0]],
    ['<title>One two</title><meta property="og:title" content="Two three">', [3, 0, 0]],
    ['<meta name="description" content="One"><meta property="OG:Description" content="Two">', [0, 2, 0]],
    ['<meta name="description"><meta content="One"><meta name="keywords" content="One">', [0, 0, 0]],
    ['<meta property="og:type" content="article">', [0, 0, 1]],
    ['<meta property="og:type" content="articles:x">', [0, 0, 1]],
    ['<meta property="og:type" content="og:product">', [0, 0, 2]],
    ['<meta property="og:type" content="website">', [0, 0, 3]],
    ['<meta property="og:type" content="video.other">', [0, 0, 4]],
    [`<title>${words(41)}</title>`, [40, 0, 0]],
    [`<meta name="description" content="${words(121)}">`, [0, 120, 0]],
  ])('%#', (html, expected) => expect(head(html)).toEqual(expected))
})

test.each([
  ['product', false],
  ['product.item', false],
  ['product.group', true],
  ['product:category', true],
  ['website.group', false],
])('%s is a shelf of products: %p', (type, isShelf) => {
  expect(readHead(parse(`<head><meta property="og:type" content="${type}"></head>`)).isShelf).toBe(isShelf)
})

describe('the address of a page', () => {
  const none = [0, 0, 0, 0, 0, 0, 0, 0]
  const kinds = ['product', 'collection', 'article', 'forum', 'documentation', 'service', 'listing', 'html']
  const read = (url: string) => readAddress(new URL(url))
  test('has segments, dashes, digits and a query', () => {
    expect(read('https://a.example/')).toEqual([0, 0, 0, 0, 0, ...none])
    expect(read('https://a.example/x//some-long-name/?q')).toEqual([2, 14, 2, 0, 1, ...none])
    expect(read('https://a.example/x-1234?')).toEqual([1, 6, 1, 1, 0, ...none])
    expect(read('https://a.example/x-123')).toEqual([1, 5, 1, 0, 0, ...none])
  })

  test.each([
    ['https://a.example/products/kettle', ['product']],
    ['https://a.example/Shop/', ['product', 'collection']],
    ['https://a.example/category', ['collection']],
    ['https://a.example/2026/11/kettles', ['article']],
    ['https://a.example/t/kettles', ['forum']],
    ['https://forum.a.example/x', ['forum']],
    ['https://docs.a.example/x', ['documentation']],
    ['https://a.example/pricing', ['service']],
    ['https://a.example/tags/x', ['listing']],
    ['https://a.example/x.html', ['html']],
    ['https://forum.example/x', []],
  ])('%p is one of %p', (url, expected) => {
    const told = read(url).slice(5)
    expect(kinds.filter((_, i) => told[i] === 1)).toEqual(expected)
  })
})

describe('the JSON-LD of a page', () => {
  const script = (json: string, type = 'application/ld+json') => `<script type="${type}">${json}</script>`
  const read = (html: string) => {
    const { described, types } = readJsonLd(parse(html))
    return { words: described.size, types }
  }
  const of = (types: string[]) => read(script(JSON.stringify(types.map((type) => ({ '@type': type }))))).types

  test('is counted by type', () => {
    expect(of(['Article', 'NewsArticle', 'Product', 'Offer', 'ItemList'])).toEqual([2, 2, 1, 0, 0, 0, 0, 0, 0, 0])
    expect(of(['QAPage', 'FAQPage', 'Organization', 'Recipe', 'Review', 'Person', 'WebSite', 'Thing'])).toEqual([
      ...[0, 0, 0, 1, 1, 1, 1, 1, 1, 1],
    ])
    expect(read(script('{"@type" : [ "Article", "Product"]}')).types.slice(0, 2)).toEqual([1, 0])
    expect(of(Array.from({ length: 2001 }, () => 'Article'))[0]).toBe(2000)
  })

  test('has the words of names, headlines and descriptions', () => {
    expect(
      read(script('{"name":"One two","headline":"Three four","text":"Five six","description" : "a \\"b\\" seven"}'))
        .words,
    ).toBe(7)
    expect(read(script('{"name":"One"}')).words).toBe(0)
    expect(read(script(`{"name":"${words(401)}"}`)).words).toBe(400)
    const many = [0, 1, 2, 3].map((i) => `{"name":"${words(399, `${'abcd'[i]}x`)}"}`)
    expect(read(script(many.join(','))).words).toBe(1197)
  })

  test('is read from at most 30 JSON-LD scripts that are not too long', () => {
    const article = '{"@type":"Article"}'
    expect(read(script(article, 'application/json')).types[0]).toBe(0)
    expect(read(script(article, 'APPLICATION/LD+JSON')).types[0]).toBe(1)
    expect(read(script('') + script(article).repeat(30)).types[0]).toBe(29)
    const long = (length: number) => read(script(article.padEnd(length))).types[0]
    expect([long(400_000), long(400_001)]).toEqual([1, 0])
  })
})

test.each([
  ['<html class="a"><body class="single-post">', [1, 0, 0, 0, 0, 0]],
  ['<body id="archive">', [0, 1, 0, 0, 0, 0]],
  ['<html class="template-product">', [0, 0, 1, 0, 0, 0]],
  ['<body class="x shop y">', [0, 0, 0, 1, 0, 0]],
  ['<body class="phpbb">', [0, 0, 0, 0, 1, 0]],
  ['<body class="landing">', [0, 0, 0, 0, 0, 1]],
  ['<body class="entry archive">', [1, 1, 0, 0, 0, 0]],
  ['<body class="articles">', [0, 0, 0, 0, 0, 0]],
  ['<body>', [0, 0, 0, 0, 0, 0]],
  [`<body class="${' '.repeat(1990)}story">`, [1, 0, 0, 0, 0, 0]],
  [`<body class="${' '.repeat(2000)}story">`, [0, 0, 0, 0, 0, 0]],
] as const)('the names of the body: %#', (html, naming) => {
  expect(readNaming(parse(html))).toEqual([...naming])
})
