import { expect, test } from 'bun:test'
import { fillFromStructured } from '../../../../plugins/extract/structured/index.ts'
import { asDuration, readMinutes, readNumber } from '../../../../plugins/extract/structured/values/number.ts'
import { keyOf } from '../../../../plugins/extract/structured/words.ts'
import { growth, LINEAR } from '../../../growth.ts'
import { pageOf, withData } from '../page.ts'

test('numbers are read with a decimal comma or point', () => {
  const cases: [string, number | null, number | null][] = [
    ['24.5', 24.5, 24.5],
    ['24,50 €', 24.5, 24.5],
    ['€ 1.234,56', 1234.56, 1234.56],
    ['$1,299.00', 1299, 1299],
    ['US$ 1,299', 1299, 1.299],
    ['1.299', 1.299, 1299],
    ['EUR 10,00', 10, 10],
    ['1 299 kr', 1299, 1299],
    ["1'299.50 CHF", 1299.5, 1299.5],
    ['4.5 out of 5', 4.5, 4.5],
    ['-3.5 °C', -3.5, -3.5],
    ['1,234,567', 1234567, 1234567],
    ['0,125', 0.125, 0.125],
    ['5%', 5, 5],
    ['no number', null, null],
    ['Model of the series 5', null, null],
    ['', null, null],
    ['12 34', 12, 12],
    ['١٬٢٣٤٫٥ ر.س', 1234.5, 1234.5],
    ['１２００円', 1200, 1200],
    ['約1万2000円', 12000, 12000],
    ['1.5億円', 150_000_000, 150_000_000],
    ['3만 5천원', 35_000, 35_000],
  ]
  for (const [written, point, comma] of cases)
    expect([written, readNumber(written, false), readNumber(written, true)]).toEqual([written, point, comma])
})

test('durations are read in ISO 8601 and in words', () => {
  const cases: [string, number | null][] = [
    ['PT1H30M', 90],
    ['P1DT2H', 1560],
    ['1 hr 30 min', 90],
    ['45 minutes', 45],
    ['1,5 Stunden', 90],
    ['2h', 120],
    ['1時間30分加熱', 90],
    ['1시간 30분', 90],
    ['1 ч 30 мин', 90],
    ['2 heures', 120],
    ['1 saat 15 dk', 75],
    ['٤٥ دقيقة', 45],
    ['30 นาที', 30],
    ['30 pages', null],
    ['PT', null],
    ['soon', null],
  ]
  for (const [written, minutes] of cases) expect([written, readMinutes(written)]).toEqual([written, minutes])
  expect([asDuration(90), asDuration(45), asDuration(0)]).toEqual(['PT1H30M', 'PT45M', 'PT0M'])
})

test('what a page states under names in other languages is found', async () => {
  const read = async (language: string, ...lines: string[]) => {
    const html = `<html lang="${language}"><title>K</title><main><h1>K</h1>${lines.map((line) => `<p>${line}</p>`).join('')}`
    const properties = {
      price: { type: 'number' },
      availability: { type: 'boolean' },
      phone: { type: 'string' },
      opening_hours: { type: 'string' },
    }
    const page = await pageOf(`${html}</main></html>`)
    return Object.values((await fillFromStructured({ type: 'object', properties }, [page])).data as object)
  }
  // Without a blank behind an ASCII colon, as a script without spaces needs none.
  expect(
    await read('ja', '価格:1,200円(税込)', '在庫状況:在庫あり', '電話番号:03-1234-5678', '営業時間:10:00~19:00'),
  ).toEqual([1200, true, '03-1234-5678', '10:00~19:00'])
  expect(await read('ru', 'Цена: 1 299,50 руб.', 'Наличие: нет в наличии', 'Телефон: +7 495 123-45-67')).toEqual([
    1299.5,
    false,
    '+7 495 123-45-67',
    null,
  ])
  expect(await read('ar', 'السعر: ١٢٠٫٥٠ ر.س', 'التوفر: متوفر', 'ساعات العمل: 10:00 - 19:00')).toEqual([
    120.5,
    true,
    null,
    '10:00 - 19:00',
  ])
  expect(await read('es-MX', 'Precio: $1,299')).toEqual([1299, null, null, null])
  expect(await read('en-IN', 'Price: ₹1,29,999', 'Phone：12345')).toEqual([129_999, null, '12345', null])
})

test('names are compared by their words', () => {
  for (const name of [
    'priceCurrency',
    'price_currency',
    'Price currency',
    'price-currency',
    'PRICE CURRENCY',
    'PriceCurrency',
  ])
    expect(keyOf(name)).toBe('pricecurrency')
  expect([keyOf('E-Mail'), keyOf('Größe'), keyOf('URLOfPage'), keyOf('価格')]).toEqual([
    'email',
    'große',
    'urlofpage',
    '価格',
  ])
})

test('an address behind a label is that of its link, and no word becomes one', async () => {
  const uri = { type: 'string', format: 'uri' }
  const properties = { website: uri, email: text, homepage: uri }
  const read = (lines: string) => filled(`<main><h1>K</h1>${lines}</main>`, { type: 'object', properties })
  const links =
    '<p>E-mail: <a href="mailto:a@b.example">Write us</a></p><p>Website: <a href="https://c.example">our shop</a></p>'
  expect(await read(links)).toMatchObject({ website: 'https://c.example/', email: 'a@b.example' })
  expect(await read('<p>Website: kettles</p>')).toMatchObject({ website: null })
  expect(await read('<p>Website: www.kettles.example</p>')).toMatchObject({ website: 'https://www.kettles.example/' })
  expect(await read('<p>Website:</p><p><a href="/d">ours</a></p>')).toMatchObject({ website: 'https://site.example/d' })
})

test('the language of a page decides which number of a date is the month', async () => {
  const schema = { type: 'object', properties: { date: { type: 'string', format: 'date' } } }
  const read = async (language: string) =>
    filled(`<html lang="${language}"><main><h1>K</h1><p>Date: 03/04/2024</p></main>`, schema)
  expect(await Promise.all(['en', 'en-GB', 'fr'].map(read))).toEqual([
    { date: '2024-03-04' },
    { date: '2024-04-03' },
    { date: '2024-04-03' },
  ])
})

test('a list on one line is parted at the commas of its script, and prose is not', async () => {
  const read = async (line: string) =>
    (await filled(`<title>K</title><main><h1>K</h1><p>Keywords: ${line}</p></main>`, {
      type: 'object',
      properties: { keywords: { type: 'array', items: text } },
    })) as unknown
  expect(await read('tea, pots')).toEqual({ keywords: ['tea', 'pots'] })
  expect(await read('茶、急須，陶器')).toEqual({ keywords: ['茶', '急須', '陶器'] })
  expect(await read('شاي، أباريق')).toEqual({ keywords: ['شاي', 'أباريق'] })
  expect(await read('お茶は、熱い。')).toEqual({ keywords: ['お茶は、熱い。'] })
})

const text = { type: 'string' }
const filled = async (html: string, schema: Record<string, unknown>) =>
  JSON.parse(JSON.stringify(fillFromStructured(schema, [await pageOf(html)]).data))

test('references, alternatives and null are supported', async () => {
  const html = withData(
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Kettle',
      offers: { price: '5', priceCurrency: 'EUR' },
    },
    '<h1>Kettle</h1>',
  )
  const schema = {
    $defs: {
      Offer: {
        type: 'object',
        properties: {
          price: { anyOf: [{ type: 'null' }, { type: 'number' }] },
          currency: { type: ['string', 'null'] },
        },
      },
    },
    type: 'object',
    properties: {
      name: {},
      offer: { $ref: '#/$defs/Offer' },
      offers: { type: 'array', items: { $ref: '#/$defs/Offer' } },
      both: { allOf: [{ $ref: '#/$defs/Offer' }] },
    },
  }
  const offer = { price: 5, currency: 'EUR' }
  expect(await filled(html, schema)).toEqual({ name: 'Kettle', offer, offers: [offer], both: offer })
})

test('missing values are null, never a guess, and so are values of another type', async () => {
  const html = withData(
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Kettle',
      offers: { price: 'on request' },
      releaseDate: 'soon',
    },
    '<h1>Kettle</h1><p>Visit us: https://a.example</p><p>Open 10:30</p><p>Rooms: three</p>',
  )
  const wanted = {
    price: { type: 'number' },
    releaseDate: { type: 'string', format: 'date' },
    color: { enum: ['red', 'blue'] },
    rooms: { type: 'integer' },
    brand: { type: 'object', properties: { name: text } },
    author: { type: 'object', properties: { name: text, url: text } },
    open: text,
    anything: text,
    rating: { type: 'number', minimum: 1 },
  }
  const { data, missing } = fillFromStructured({ type: 'object', properties: wanted }, [await pageOf(html)])
  expect(Object.values(data as object)).toEqual(Object.keys(wanted).map(() => null))
  expect(missing).toEqual(Object.keys(wanted))
})

test('a value ends where the next label begins, even without a separator', async () => {
  const html = '<h1>Focaccia</h1><p>Calories: 291kcalProtein: 5gFat: 17g</p><p>Model: AU4 Category: Cups</p>'
  expect(await filled(html, { properties: { calories: text, model: text } })).toEqual({
    calories: '291kcal',
    model: 'AU4',
  })
})

test('a question that is answered on the page is not the subject of the page', async () => {
  const question =
    '<div itemscope itemtype="https://schema.org/Question"><h3 itemprop="name">May I boil milk in it?</h3></div>'
  const html = `<title>Copper Kettle</title><h1>Copper Kettle</h1>${question}`
  expect(await filled(html, { properties: { product_name: text, price: { type: 'number' } } })).toEqual({
    product_name: 'Copper Kettle',
    price: null,
  })
})

test('several pages complete each other', async () => {
  const pages = await Promise.all([
    pageOf('<h1>Acme</h1><p>Phone: 030 1111</p>'),
    pageOf('<h1>Contact</h1><p>Phone: 030 2222</p><p>Fax: 3</p>'),
  ])
  const { data, missing } = fillFromStructured(
    { type: 'object', properties: { phone: text, fax: text, email: text } },
    pages,
  )
  expect([{ ...(data as object) }, missing]).toEqual([{ phone: '030 1111', fax: '3', email: null }, ['email']])
  expect(fillFromStructured({ type: 'object', properties: { a: text } }, []).missing).toEqual(['a'])
})

test('names that write into prototypes, and circular data, do no harm', async () => {
  const block =
    '{"@context":"https://schema.org","@type":"Product","name":"K","__proto__":{"polluted":1},"constructor":{"x":1},"@id":"#p","isRelatedTo":{"@id":"#p"}}'
  const html = `<script type="application/ld+json">${block}</script><h1>K</h1><p>constructor: a</p><p>__proto__: b</p>`
  expect(
    await filled(html, {
      type: 'object',
      properties: {
        name: text,
        toString: text,
        valueOf: text,
        isRelatedTo: { type: 'object', properties: { name: text } },
      },
    }),
  ).toMatchObject({ name: 'K' })
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('filling takes linear time', async () => {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`field${i}`, text])),
  }
  const things = (n: number) =>
    Array.from({ length: n }, (_, i) => ({
      type: 'Product',
      id: null,
      name: `P${i}`,
      offers: { type: 'Offer', id: null, price: i },
    }))
  const page = (n: number) => ({
    url: 'https://site.example/',
    markdown: '',
    structured: { items: { Product: things(n) }, openGraph: {} },
    json: {
      sections: [
        {
          heading: 'H',
          content: Array.from({ length: n }, (_, i) => ({ type: 'paragraph', text: `Label ${i}: ${i}` })),
          sections: [],
        },
      ],
    },
  })
  const list = {
    type: 'object',
    properties: {
      products: { type: 'array', items: { type: 'object', properties: { name: text, price: { type: 'number' } } } },
    },
  }
  for (const each of [schema, list])
    expect(growth(page, (made) => fillFromStructured(each, [made]), 120)).toBeLessThan(LINEAR)
})

test.each<[what: string, html: string, property: string, value: unknown]>([
  ['the placeholder of a form', '<dl><dt>City</dt><dd>Enter City</dd></dl>', 'city', null],
  ['a city', '<dl><dt>City</dt><dd>Lynchburg</dd></dl>', 'city', 'Lynchburg'],
  ['the label of another value', '<p>SKU: AU4 Category: Reusable Cups Tag: cups</p>', 'sku', 'AU4'],
  ['the words after a code', '<p>SKU: N667FD See more by Nawbar</p>', 'sku', 'N667FD'],
  ['words in place of a code', '<p>SKU: see below the picture</p>', 'sku', null],
  ['a code of several words', '<p>SKU: AB 12 C</p>', 'sku', 'AB 12 C'],
  ['a hidden address', '<p>E-mail: [email protected]</p>', 'email', null],
  ['an address', '<p>E-mail: jane@example.com</p>', 'email', 'jane@example.com'],
  ['text in place of a number', '<p>Phone: call us</p>', 'phone', null],
  ['the first link of a menu', '<h2>Company</h2><ul><li>About us</li><li>Careers</li></ul>', 'company_name', null],
  ['a headline below Description', '<h2>Description</h2><p>Our story</p>', 'description', null],
  ['a description', '<h2>Description</h2><p>A cup of glass for tea.</p>', 'description', 'A cup of glass for tea.'],
  [
    'the sign of the site',
    '<head><meta property="og:image" content="https://a.example/img/Site_logo.jpg"></head><p>x</p>',
    'image_url',
    null,
  ],
])('%s is distinguished from a value', async (_, html, property, value) => {
  const { data } = fillFromStructured({ type: 'object', properties: { [property]: text } }, [await pageOf(html)])
  expect((data as Record<string, unknown>)[property]).toEqual(value)
})

test.each([
  ['steps', 'instructions', '<li>15 min</li><li>easy</li>', null],
  ['steps', 'instructions', '<li>Boil it.</li><li>Eat it.</li>', ['Boil it.', 'Eat it.']],
  ['ingredients', 'ingredients', '<li>for</li><li>convert the portions</li>', null],
  ['ingredients', 'ingredients', '<li>2 eggs</li><li>½ l milk</li><li>salt</li>', ['2 eggs', '½ l milk', 'salt']],
])('items below the heading of %s are taken if they are plausible', async (_, property, items, value) => {
  const schema = { type: 'object', properties: { [property]: { type: 'array', items: text } } }
  const { data } = fillFromStructured(schema, [await pageOf(`<h2>${property}</h2><ul>${items}</ul>`)])
  expect((data as Record<string, unknown>)[property]).toEqual(value)
})
