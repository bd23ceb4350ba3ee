import { describe, expect, test } from 'bun:test'
import { normaliseStructured } from '../../../../plugins/content/structured/index.ts'
import { readJsonLd } from '../../../../plugins/content/structured/json-ld.ts'
import { growth, LINEAR } from '../../../growth.ts'
import { metadataOf, pageOf, pageUrl } from '../page.ts'

const parseJsonLd = (block: string) => readJsonLd([block])

const dataOf = (body: string, head = '') => metadataOf(pageOf(head, body)).structuredData
const ld = (json: string) => `<script type="application/ld+json">${json}</script>`

describe('JSON-LD', () => {
  test('arrays and graphs are split, and each node keeps its context', () => {
    expect(
      parseJsonLd(
        '[{"@type":"A"},{"@context":"https://schema.org","@graph":[{"@type":"B","@id":"#b"},{"@type":"C"}]}]',
      ),
    ).toEqual([
      { '@type': 'A' },
      { '@context': 'https://schema.org', '@type': 'B', '@id': '#b' },
      { '@context': 'https://schema.org', '@type': 'C' },
    ])
  })

  test('a graph with properties of its own is kept beside its nodes', () => {
    expect(parseJsonLd('{"@type":"Dataset","name":"D","@graph":[{"@type":"B"}]}')).toEqual([
      { '@type': 'Dataset', name: 'D' },
      { '@type': 'B' },
    ])
  })

  test.each([
    ['a trailing comma', '{"@type":"Product","name":"Kettle",}'],
    ['a line break in a string', '{"@type":"Product","name":"Kettle\n"}'],
    ['single quotes', "{'@type':'Product','name':'Kettle'}"],
    ['a comment', '{"@type":"Product",/* the name */"name":"Kettle"}'],
    ['an HTML comment around it', '<!-- {"@type":"Product","name":"Kettle"} -->'],
    ['CDATA marks around it', '//<![CDATA[\n{"@type":"Product","name":"Kettle"}\n//]]>'],
    ['CDATA marks in comments around it', '/*<![CDATA[*/{"@type":"Product","name":"Kettle"}/*]]>*/'],
    ['a semicolon after it', '{"@type":"Product","name":"Kettle"};'],
    ['no end', '{"@type":"Product","name":"Kettle"'],
    ['a missing comma', '{"@type":"Product" "name":"Kettle"}'],
    ['escaped quotes', '{&quot;@type&quot;:&quot;Product&quot;,&quot;name&quot;:&quot;Kettle&quot;}'],
    ['a byte order mark', '\uFEFF{"@type":"Product","name":"Kettle"}'],
  ])('%s is repaired', (_, block) => {
    const [node] = parseJsonLd(block)
    expect([node?.['@type'], String(node?.name).trim()]).toEqual(['Product', 'Kettle'])
  })

  test('several consecutive objects are all read', () => {
    expect(parseJsonLd('{"@type":"A"}\n{"@type":"B"}')).toEqual([{ '@type': 'A' }, { '@type': 'B' }])
  })

  test.each([
    ['nothing', ''],
    ['prose', 'Kettles are fine.'],
    ['a number', '42'],
    ['null', 'null'],
    ['a template', '{{ product | json }}'],
  ])('%s gives no node', (_, block) => {
    expect(parseJsonLd(block)).toEqual([])
  })

  test.each<[what: string, size: number, block: (size: number) => string]>([
    ['a deep block', 100_000, (size) => `${'{"a":'.repeat(size)}1${'}'.repeat(size)}`],
    ['a deep block without an end', 100_000, (size) => '{"a":'.repeat(size)],
    ['a deep list', 200_000, (size) => '['.repeat(size)],
    // Too long to be repaired, which takes quadratic time.
    ['a long block without commas', 200_000, (size) => `{"a":${'"x" '.repeat(size)}}`],
    ['white space', 1_000_000, (size) => ' '.repeat(size)],
  ])('%s is refused in linear time', (_, size, block) => {
    expect(parseJsonLd(block(size))).toEqual([])
    expect(growth(block, (each) => parseJsonLd(each), size / 8)).toBeLessThan(LINEAR)
  })

  test('many broken blocks take linear time', () => {
    const blocks = (count: number) => Array.from({ length: count }, () => `{"a":${'"x" '.repeat(1_500)}}`)
    expect(growth(blocks, (each) => readJsonLd(each), 2)).toBeLessThan(LINEAR)
  })

  test('a name that would change the prototype is dropped', () => {
    const text = JSON.stringify(
      parseJsonLd('{"a":{"__proto__":{"x":1},"b":[{"\\u005f_proto__":{"x":2}}]},"constructor":1}'),
    )
    expect(text).toBe('[{"a":{"b":[{}]},"constructor":1}]')
  })

  test('a page has the nodes of all its blocks, and their types', () => {
    const data = dataOf(
      ld('{"@type":"Product","name":"K","offers":{"@type":"http://schema.org/Offer"}}') + ld('{broken'),
      ld('{"@type":["Person","schema:Author"]}'),
    )
    expect(data.jsonLd).toHaveLength(2)
    expect(data.schemaTypes).toEqual(['Person', 'Author', 'Product', 'Offer'])
  })
})

describe('microdata', () => {
  test('each element has the value of its kind', () => {
    const [item] = dataOf(
      `<div itemscope itemtype="https://schema.org/Product https://schema.org/Thing" itemid="/p/1"><h2 itemprop="name">A <b>fine</b>
      kettle</h2><a itemprop="url" href="/kettle">x</a><img itemprop="image" src="k.png"><meta itemprop="sku" content=" K-1 "><time itemprop="releaseDate" datetime="2024-03-01">March</time>
      <data itemprop="weight" value="1200">1.2 kg</data><link itemprop="availability" href="https://schema.org/InStock"><span itemprop="price" content="24.5">€ 24.50</span>
      <object itemprop="manual" data="/m.pdf"></object><meter itemprop="score" value="4">4 of 5</meter><p itemprop="description alternateName">Two<script>x()</script> names</p></div>`,
    ).microdata
    expect(item as unknown).toEqual({
      type: ['https://schema.org/Product', 'https://schema.org/Thing'],
      id: 'https://news.example.org/p/1',
      properties: {
        name: ['A fine kettle'],
        url: ['https://news.example.org/kettle'],
        image: ['https://news.example.org/2024/03/k.png'],
        sku: ['K-1'],
        releaseDate: ['2024-03-01'],
        weight: ['1200'],
        availability: ['https://schema.org/InStock'],
        price: ['24.5'],
        manual: ['https://news.example.org/m.pdf'],
        score: ['4'],
        description: ['Two names'],
        alternateName: ['Two names'],
      },
    })
  })

  test('items within items are values, and items without a property are separate', () => {
    const items = dataOf(
      `<div itemscope itemtype="T"><div itemprop="offers" itemscope itemtype="O"><i itemprop="price">1</i></div><div itemprop="offers" itemscope itemtype="O"><i itemprop="price">2</i></div>
      <div itemscope itemtype="U"><i itemprop="name">other</i></div></div>`,
    ).microdata
    expect(items).toMatchObject([
      { type: ['T'], properties: { offers: [{ properties: { price: ['1'] } }, { properties: { price: ['2'] } }] } },
      { type: ['U'], properties: { name: ['other'] } },
    ])
    expect(Object.keys(items[0]?.properties as object)).toEqual(['offers'])
  })

  test('itemref adds elements from elsewhere, and a circle ends', () => {
    const items = dataOf(
      `<div id="a" itemscope itemref="b c missing"></div><p id="b" itemprop="name">Ref</p><div id="c"><i itemprop="sku">1</i></div>
      <div id="d" itemscope itemref="e"></div><div id="e" itemprop="child" itemscope itemref="d f"></div><div id="f"><i itemprop="x">y</i></div>`,
    ).microdata
    expect(items[0]?.properties).toEqual({ name: ['Ref'], sku: ['1'] } as never)
    expect(JSON.stringify(items).length).toBeLessThan(2_000)
  })

  test('an element that a thousand items refer to is read a limited number of times', () => {
    const page = (size: number) =>
      `${'<div itemscope itemref="big"></div>'.repeat(size)}<div id="big">${'<i itemprop="p">value</i>'.repeat(size)}</div>`
    expect(JSON.stringify(dataOf(page(2_000)).microdata).length).toBeLessThan(10_000_000)
    expect(growth(page, (html) => dataOf(html), 1_000)).toBeLessThan(LINEAR)
  })

  test('properties nested by the thousand are read a limited number of times', () => {
    const page = (depth: number) => `<div itemscope>${'<span itemprop="a">text '.repeat(depth)}</div>`
    expect(growth(page, (html) => dataOf(html), 2_500)).toBeLessThan(LINEAR)
  })
})

describe('RDFa Lite', () => {
  test('vocab, typeof, property, resource and prefix are read', () => {
    const data = dataOf(
      `<div vocab="https://schema.org/" typeof="Person" resource="#me" prefix="ex: https://example.org/ns#"><span property="name">Ada</span><a property="url" href="/ada">x</a>
      <div property="address" typeof="PostalAddress"><i property="addressLocality">Berlin</i></div><span property="ex:shoe">42</span><meta property="schema:email" content="a@example.org"></div>`,
    )
    expect(data.rdfa as unknown).toEqual([
      {
        type: ['https://schema.org/Person'],
        id: 'https://news.example.org/2024/03/kettles.html#me',
        properties: {
          name: ['Ada'],
          url: ['https://news.example.org/ada'],
          address: [
            { type: ['https://schema.org/PostalAddress'], id: null, properties: { addressLocality: ['Berlin'] } },
          ],
          'ex:shoe': ['42'],
          email: ['a@example.org'],
        },
      },
    ])
    expect(data.schemaTypes).toEqual(['Person', 'PostalAddress'])
  })

  test('Open Graph elements are not RDFa items', () => {
    expect(dataOf('', '<meta property="og:title" content="T">').rdfa).toEqual([])
    expect(dataOf('<div typeof="og:website"><meta property="og:title" content="T"></div>').rdfa).toEqual([])
  })
})

describe('the structured format', () => {
  const structuredOf = (body: string, head = '') => normaliseStructured(metadataOf(pageOf(head, body)), pageUrl)

  test('groups by type, unwraps single values, makes addresses absolute and removes the prefix of schema.org', () => {
    expect(
      structuredOf(
        ld(`{"@context":"https://schema.org","@type":"https://schema.org/Product","name":["Kettle"],"image":"/k.png","sku":{"@value":"K-1"},
        "offers":[{"@type":"Offer","price":24.5,"availability":"https://schema.org/InStock"}],"tag":["a","b"]}`),
        '<meta property="og:title" content="T"><meta name="twitter:card" content="summary">',
      ),
    ).toEqual({
      items: {
        Product: [
          {
            type: 'Product',
            id: null,
            name: 'Kettle',
            image: 'https://news.example.org/k.png',
            sku: 'K-1',
            offers: { type: 'Offer', id: null, price: 24.5, availability: 'InStock' },
            tag: ['a', 'b'],
          },
        ],
      },
      openGraph: { title: 'T' },
      social: { card: 'summary' },
    } as never)
  })

  test('one thing in several syntaxes is one item, and two things of a type are two', () => {
    const { items } = structuredOf(
      `${ld('[{"@type":"Product","name":"Kettle","sku":"K-1"},{"@type":"Product","name":"Kettle","sku":"K-2"}]')}
      <div itemscope itemtype="http://schema.org/Product"><i itemprop="name">Kettle</i><i itemprop="color">blue</i></div>
      <div vocab="https://schema.org/" typeof="Product"><i property="name">Pot</i></div>`,
    )
    expect(items.Product).toMatchObject([{ sku: 'K-1', color: 'blue' }, { sku: 'K-2' }, { name: 'Pot' }])
    expect(items.Product).toHaveLength(3)
  })

  test('a reference within a graph is replaced by its target, and circles end', () => {
    const { items } = structuredOf(
      ld(
        '{"@graph":[{"@type":"Article","@id":"#a","headline":"H","author":{"@id":"#p"},"publisher":{"@id":"#gone"}},{"@type":"Person","@id":"#p","name":"Ada","worksFor":{"@id":"#a"}}]}',
      ),
    )
    expect(items.Article?.[0]).toMatchObject({
      headline: 'H',
      author: { type: 'Person', name: 'Ada' },
      publisher: '#gone',
    })
    expect(items.Person?.[0]).toMatchObject({ name: 'Ada', worksFor: { headline: 'H' } })
  })

  test('a description that is referred to ten thousand times is not repeated that often', () => {
    const references = Array.from({ length: 10_000 }, () => '{"@id":"#p"}').join(',')
    const { items } = structuredOf(
      ld(
        `{"@graph":[{"@type":"List","all":[${references}]},{"@type":"Person","@id":"#p","name":"Ada","text":"${'x'.repeat(100_000)}"}]}`,
      ),
    )
    expect(JSON.stringify(items).length).toBeLessThan(1_000_000)
  })

  test('a page without descriptions has none', () => {
    expect(structuredOf('<p>Text</p>')).toEqual({ items: {}, openGraph: {}, social: {} })
  })
})
