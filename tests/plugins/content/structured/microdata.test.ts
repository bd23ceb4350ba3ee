import { describe, expect, test } from 'bun:test'
import { metadataOf, pageOf } from '../page.ts'

const itemsOf = (body: string) => metadataOf(pageOf('', body)).structuredData.microdata
/** The properties of an item with these elements. */
const propertiesOf = (elements: string) => itemsOf(`<div itemscope>${elements}</div>`)

describe('a property of an item', () => {
  test.each([
    ['<b itemprop="p"> Copper  Kettle </b>', 'Copper Kettle'],
    ['<b itemprop="p" content=" 24.50 ">24,50 €</b>', '24.50'],
    ['<a itemprop="p" href="/a b">x</a>', 'https://news.example.org/a%20b'],
    ['<a itemprop="p">x</a>', ''],
    ['<img itemprop="p" src="a.png" alt="A">', 'https://news.example.org/2024/03/a.png'],
    ['<img itemprop="p" data-src="/late.png">', 'https://news.example.org/late.png'],
    ['<link itemprop="p" href="https://schema.org/InStock">', 'https://schema.org/InStock'],
    ['<a itemprop="p" href=" http://[bad ">x</a>', 'http://[bad'],
    ['<time itemprop="p" datetime=" 2024-03-01 ">1 March</time>', '2024-03-01'],
    ['<time itemprop="p">1 March</time>', '1 March'],
    ['<data itemprop="p" value=" 7 ">seven</data>', '7'],
    ['<meter itemprop="p" value="0.5">half</meter>', '0.5'],
    ['<data itemprop="p">seven</data>', 'seven'],
    ['<b itemprop="p" value="7">seven</b>', 'seven'],
    ['<b itemprop="p" datetime="2024">now</b>', 'now'],
  ])('is the machine-readable value of its element, or else its text: %s', (element, value) => {
    expect(propertiesOf(element)).toMatchObject([{ properties: { p: [value] } }])
  })

  test('has all values in the order of the page, and may have several names', () => {
    expect(propertiesOf('<b itemprop="a b">1</b><i><u itemprop="a">2</u></i>')).toMatchObject([
      { properties: { a: ['1', '2'], b: ['1'] } },
    ])
  })

  test('may be an item with properties of its own', () => {
    const [item] = propertiesOf(
      '<div itemprop="offer" itemscope itemtype="https://schema.org/Offer"><b itemprop="price">5</b></div><b itemprop="name">K</b>',
    )
    expect(item).toMatchObject({
      properties: { offer: [{ type: ['https://schema.org/Offer'], properties: { price: ['5'] } }], name: ['K'] },
    })
    expect(Object.keys(item!.properties as object)).toEqual(['offer', 'name'])
  })
})

describe('an item', () => {
  test('includes elements that it refers to by id: the first one with that id', () => {
    const page =
      '<p id="x"><b itemprop="a">first</b></p><p id="x"><b itemprop="a">second</b></p><p id="y" itemprop="b">third</p>' +
      '<div itemscope itemref="x y none"></div>'
    expect(itemsOf(page)).toMatchObject([{ properties: { a: ['first'], b: ['third'] } }])
  })

  test('that includes itself is read once', () => {
    const page = '<div id="x" itemscope><div itemprop="p" itemscope itemref="x"><b itemprop="q">1</b></div></div>'
    expect(JSON.stringify(itemsOf(page))).toContain('"q":["1"]')
    expect(JSON.stringify(itemsOf(page)).match(/"p":/g)).toHaveLength(1)
  })

  test('is read up to 32 levels deep within others', () => {
    const deep = (levels: number): string =>
      `<div itemscope itemprop="p">${levels === 1 ? '<b itemprop="q">1</b>' : deep(levels - 1)}</div>`
    const read = (levels: number) => JSON.stringify(propertiesOf(deep(levels)))
    expect(read(31)).toContain('"q":["1"]')
    expect(read(32)).not.toContain('"q"')
    expect(read(32).match(/"p":/g)).toHaveLength(31)
  })

  test('within another is separate if it is not a property', () => {
    const page = '<div itemscope id="o"><div itemscope><b itemprop="q">1</b></div><b itemprop="p">2</b></div>'
    expect(itemsOf(page)).toMatchObject([{ properties: { p: ['2'] } }, { properties: { q: ['1'] } }])
  })
})
