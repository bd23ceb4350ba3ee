import { expect, test } from 'bun:test'
import { findEvidence } from '../../../../plugins/extract/evidence/index.ts'
import { withoutUnsupported } from '../../../../plugins/extract/evidence/without-unsupported.ts'
import { growth, LINEAR } from '../../../growth.ts'
import { pageOf, withData } from '../page.ts'

const schema = { type: 'object', properties: {} }
const html = withData(
  {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Blue Kettle',
    sku: 'SKU-77',
    offers: { price: '1299.5', availability: 'https://schema.org/InStock' },
  },
  `<h1>Blue  Kettle</h1><p>It was 4 of 24. Price: € 1.299,50 only.</p><p>Published on 3 March 2026 by <b>Ann</b> O’Neil.</p>
  <p>Prep time: 1 hr 5 min</p><p>See <a href="/more/1?x=2">more</a>. Colours: red, deep blue.</p><ul><li>In stock: yes</li><li>Rating: 4</li><li>Loss: ($7.50)</li><li>Change: -$3</li></ul>`,
)

test('values are found in their own and other spellings, with the line around them and its offset', async () => {
  const page = await pageOf(html, 'https://shop.example/p')
  const cases: [string, string | number, string][] = [
    ['name', 'Blue Kettle', 'Blue Kettle'],
    ['title', 'BLUE KETTLE', 'Blue Kettle'],
    ['price', 1299.5, '1.299,50'],
    ['price', 'EUR 1299.50', '1.299,50'],
    ['published', '2026-03-03', '3 March 2026'],
    ['author', "Ann O'Neil", '**Ann** O’Neil'],
    ['minutes', 65, '1 hr 5 min'],
    ['time', 'PT1H5M', '1 hr 5 min'],
    ['link', 'https://shop.example/more/1?x=2', '/more/1?x=2'],
    ['availability', 'in_stock', 'In stock'],
    ['colours', 'deep blue; red', 'deep blue'],
    ['rating', 4, 'Rating: 4'],
    ['loss', -7.5, '($7.50)'],
    ['change', -3, '-$3'],
  ]
  for (const [name, value, said] of cases) {
    const [found] = findEvidence(schema, { [name]: value }, [page])
    expect([name, found]).toEqual([
      name,
      {
        path: `/${name}`,
        value,
        supported: true,
        sourceUrl: page.url,
        quote: expect.stringContaining(said),
        offset: expect.any(Number),
      },
    ])
    expect(page.markdown.slice(found!.offset!, found!.offset! + found!.quote!.length)).toBe(found!.quote!)
  }
})

test('values that no page contains are unsupported, however similar', async () => {
  const page = await pageOf(html)
  const made = {
    price: 299.5,
    count: 42,
    name: 'Blue Kettles',
    date: '2026-03-04',
    author: 'Ann',
    part: 'ettle',
    url: 'https://evil.example/',
    text: 'Blue Kettle, made of gold',
    flag: true,
    'a/b': ['red', 'green'],
  }
  const found = findEvidence(schema, made, [page])
  expect(found.filter(({ supported }) => supported).map(({ path }) => path)).toEqual(['/author', '/a~1b/0'])
  expect(found.at(-1)).toEqual({
    path: '/a~1b/1',
    value: 'green',
    supported: false,
    quote: null,
    sourceUrl: null,
    offset: null,
  })
})

test('values from data of a page alone have no offset, and booleans are supported by their meaning', async () => {
  const page = await pageOf(html)
  const properties = { inStock: { type: 'boolean' }, sku: { type: 'string' } }
  const wanted = { type: 'object', properties }
  expect(findEvidence(wanted, { inStock: true, sku: 'SKU-77' }, [page])).toEqual([
    { path: '/inStock', value: true, supported: true, sourceUrl: page.url, quote: null, offset: null },
    { path: '/sku', value: 'SKU-77', supported: true, sourceUrl: page.url, quote: 'sku: SKU-77', offset: null },
  ])
  expect(findEvidence(wanted, { inStock: false }, [page])[0]!.supported).toBe(false)
})

test('the page with a value is named', async () => {
  const pages = [await pageOf(html, 'https://a.example/'), await pageOf('<p>Fax: 12345</p>', 'https://b.example/')]
  expect(findEvidence(schema, { fax: '12345' }, pages)[0]!.sourceUrl).toBe('https://b.example/')
})

test('unsupported values are dropped on request: null if they are required, left out otherwise', async () => {
  const page = await pageOf(html)
  const wanted = {
    type: 'object',
    required: ['name', 'brand'],
    properties: {
      name: { type: 'string' },
      brand: { type: 'string' },
      maker: { type: 'string' },
      colours: { type: 'array', items: { type: 'string' } },
      inner: { type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: { type: 'string' } } },
    },
  }
  const data = {
    name: 'Blue Kettle',
    brand: 'Gold & Co',
    maker: 'Gold & Co',
    colours: ['red', 'gold'],
    inner: { a: 'gold', b: 'gold' },
    left: null,
  }
  const evidence = findEvidence(wanted, data, [page])
  expect(withoutUnsupported(wanted, data, evidence).data).toEqual({
    name: 'Blue Kettle',
    brand: null,
    colours: ['red'],
    inner: { a: null },
    left: null,
  })
  expect(withoutUnsupported(wanted, data, []).data).toBe(data)
})

test('entries of a list move up with their paths, and empty entries are dropped', () => {
  const told = (path: string, supported: boolean) =>
    ({ path, supported, value: 'x', quote: null, sourceUrl: null, offset: null }) as const
  const wanted = {
    properties: { list: { type: 'array', items: { required: ['a'], properties: { a: {}, tags: { type: 'array' } } } } },
  }
  const data = { list: [{ a: 'gold' }, {}, { a: 'red', tags: ['gold', 'red'] }] }
  const evidence = [
    told('/list/0/a', false),
    told('/list/2/a', true),
    told('/list/2/tags/0', false),
    told('/list/2/tags/1', true),
  ]
  const left = withoutUnsupported(wanted, data, evidence)
  expect(left.data).toEqual({ list: [{}, { a: 'red', tags: ['red'] }] })
  expect(left.evidence.map(({ path }) => path)).toEqual([
    ...['/list/0/a', '/list/1/a', '/list/2/tags/0', '/list/1/tags/0'],
  ])
})

test('the search takes linear time, and is limited to the first of very many values', () => {
  const page = (n: number) => ({
    url: 'https://a.example/',
    markdown: 'Year 2026, 5 of 7 and 1 hr 5 min. '.repeat(n),
    structured: null,
    json: null,
  })
  const data = { a: 'absent', b: 12.5, c: '2026-03-04', d: 'PT3H', e: 'one, two, three', f: 'https://a.example/b' }
  expect(growth(page, (made) => findEvidence(schema, data, [made]), 400)).toBeLessThan(LINEAR)
  const many = { list: Array.from({ length: 2_000 }, (_, i) => `value ${i}`) }
  expect(findEvidence(schema, many, [page(1)])).toHaveLength(500)
})

test('data of the service about a page support nothing', async () => {
  const page = await pageOf('<h1>Kettle</h1><p>It boils.</p>')
  const trace = [{ engine: 'lightweight', status: 201, ms: 57 }]
  const metadata = {
    ...page.metadata,
    statusCode: 203,
    processingTime: 59,
    wordCount: 61,
    trace,
    engine: 'lightweight',
  }
  const values = { title: 'Kettle', a: 203, b: 201, c: 57, d: 59, e: 61, f: 'lightweight' }
  const found = findEvidence(schema, values, [{ ...page, metadata }])
  expect(found.filter(({ supported }) => supported).map(({ path }) => path)).toEqual(['/title'])
})
