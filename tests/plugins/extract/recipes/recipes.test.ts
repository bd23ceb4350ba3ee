import { expect, test } from 'bun:test'
import { applyRecipe } from '../../../../plugins/extract/recipes/apply.ts'
import { deriveRecipe } from '../../../../plugins/extract/recipes/derive.ts'
import { pageOf } from '../page.ts'

const text = { type: 'string' }
const schema = {
  type: 'object',
  required: ['name', 'price'],
  properties: {
    name: text,
    price: { type: 'number' },
    sku: text,
    weight: text,
    image: { type: 'string', format: 'uri' },
    released: { type: 'string', format: 'date' },
    tags: { type: 'array', items: text },
    maker: { type: 'object', properties: { name: text, country: text } },
    reviews: {
      type: 'array',
      items: { type: 'object', properties: { author: text, stars: { type: 'integer' }, text } },
    },
    rank: { type: 'integer' },
  },
}

interface Product {
  name: string
  price: number
  sku: string
  weight: string
  released: string
  tags: string[]
  maker: { name: string; country: string }
  reviews: { author: string; stars: number; text: string }[]
}

/** A shop's page of one product, with optional parts. */
const shop = (
  { name, price, sku, weight, released, tags, maker, reviews }: Product,
  extra = '',
) => `<html><head><title>${name} - Shop</title></head><body>
  <header><a href="/">Shop</a><span class="price">Free delivery from 50</span></header>
  <main id="product-${sku.slice(-4)}" class="product css-1x9f3a"><h1 class="product-title">${name}</h1>${extra}
  <img class="hero" src="/img/${sku}.jpg"><div class="buy"><span class="amount">€ ${price.toFixed(2)}</span> <s>€ ${(price * 1.2).toFixed(2)}</s></div>
  <p>Article number: ${sku}</p><table><tr><th>Colour</th><td>any</td></tr><tr><th>Weight</th><td>${weight}</td></tr></table>
  <dl><dt>Made by</dt><dd>${maker.name}</dd><dt>Made in</dt><dd>${maker.country}</dd></dl>
  <time datetime="${released}">some day</time><ul class="tags">${tags.map((tag) => `<li>${tag}</li>`).join('')}</ul>
  <section>${reviews.map(({ author, stars, text }) => `<div class="review"><b>${author}</b><i data-value="${stars}">stars</i><p>${text}</p></div>`).join('')}</section></main>
  <aside><div class="card"><h3>Other</h3><span class="amount">€ 1.00</span></div></aside></body></html>`

const products: Product[] = Array.from({ length: 6 }, (_, i) => ({
  name: `Kettle number ${'ABCDEF'[i]}`,
  price: 20.5 + i,
  sku: `SKU-100${i}`,
  weight: `${i + 1}.5 kg`,
  released: `2026-0${i + 1}-15`,
  tags: ['steel', 'loud', 'blue'].slice(0, 1 + (i % 3)),
  maker: { name: `Maker ${'XYZ'[i % 3]}`, country: ['France', 'Japan', 'Peru'][i % 3]! },
  reviews: Array.from({ length: 2 + (i % 2) }, (_, j) => ({
    author: `Ann ${'KLM'[j]}`,
    stars: 5 - j,
    text: `It boils, ${'abc'[j]} ${'ABCDEF'[i]}.`,
  })),
}))
const dataOf = (product: Product) => ({ ...product, image: `https://shop.example/img/${product.sku}.jpg` })
const pageFor = (product: Product, extra = '') => pageOf(shop(product, extra), `https://shop.example/p/${product.sku}`)

test('values that were filled in on one page are read on the others of its template', async () => {
  const recipe = deriveRecipe(schema, { ...dataOf(products[1]!), rank: null }, await pageFor(products[1]!))
  expect(recipe).not.toBeNull()
  for (const product of products) expect(applyRecipe(recipe!, schema, await pageFor(product))).toEqual(dataOf(product))
})

test('stable parts of a template are preferred: attributes and labels before positions', async () => {
  const recipe = deriveRecipe(schema, dataOf(products[1]!), await pageFor(products[1]!))
  const { name, weight, maker, sku } = recipe!.rules
  expect(name).toMatchObject({ field: { selector: 'h1.product-title' } })
  expect(weight).toMatchObject({ field: { selector: 'th:contains("Weight") + td' } })
  expect(maker).toMatchObject({ item: { country: { field: { selector: 'dt:contains("Made in") + dd' } } } })
  expect(sku).toMatchObject({ field: { after: 'Article number:' } })
  // Neither generated names nor those of this one product.
  expect(JSON.stringify(recipe)).not.toMatch(/css-1x9f3a|product-100/)
  // More elements do not affect what is found by a name.
  const more = await pageFor(
    products[2]!,
    '<p>New!</p><div><p>Sale</p></div><table><tr><th>Size</th><td>big</td></tr></table>',
  )
  expect(applyRecipe(recipe!, schema, more)).toEqual(dataOf(products[2]!))
})

test('there is no recipe if the page does not contain the values as they were filled in', async () => {
  const page = await pageFor(products[0]!)
  for (const change of [
    { name: 'A kettle' },
    { price: 99 },
    { tags: ['steel', 'made up'] },
    { maker: { name: 'Nobody', country: 'France' } },
    { reviews: [{ author: 'Nobody', stars: 1, text: 'x' }] },
  ])
    expect([change, deriveRecipe(schema, { ...dataOf(products[0]!), ...change }, page)]).toEqual([change, null])
  expect(deriveRecipe(schema, { name: null, price: null }, page)).toBeNull()
  expect(deriveRecipe(schema, dataOf(products[0]!), { ...page, html: undefined })).toBeNull()
})

test('a value that was filled in with another spelling than in the page is read as in the page', async () => {
  const priced = { type: 'object', properties: { name: text, cost: text, note: text } }
  const html = (name: string, cost: string, note: string) =>
    `<h1>${name}</h1><p class="cost">${cost}</p><blockquote>${note}</blockquote>`
  const learn = async (data: object) =>
    deriveRecipe(priced, data, await pageOf(html('A  fine kettle', '1.299,00 €', '“Loud” – and hot')))
  const found = { name: 'A fine kettle', cost: '1.299,00 €', note: '“Loud” – and hot' }
  for (const change of [
    {},
    { name: ' A fine\nkettle' },
    { cost: 'EUR 1299.00' },
    { cost: '€1,299' },
    { cost: '1299 EUR' },
    { note: '"Loud" - and hot' },
  ]) {
    const recipe = await learn({ ...found, ...change })
    expect([change, recipe === null]).toEqual([change, false])
    const given = applyRecipe(recipe!, priced, await pageOf(html('Another', '7,50 €', '„Leise“')))
    expect(given).toEqual({ name: 'Another', cost: '7,50 €', note: '„Leise“' })
  }
  for (const change of [
    { cost: 'USD 1299.00' },
    { cost: '1299.00' },
    { cost: 'EUR 1299.50' },
    { cost: 'EUR 12.99' },
    { name: 'A kettle' },
    { name: 'A fine kettle!' },
    { note: 'Loud and hot' },
  ])
    expect([change, await learn({ ...found, ...change })]).toEqual([change, null])
})

test('a recipe does not fit if a required value is missing or of another form, or if few are found', async () => {
  const recipe = deriveRecipe(schema, dataOf(products[1]!), await pageFor(products[1]!))!
  const holds = async (html: string) =>
    applyRecipe(recipe, schema, await pageOf(html, 'https://shop.example/p')) !== null
  const html = shop(products[3]!)
  expect(await holds(html)).toBe(true)
  expect(await holds(html.replace('class="amount"', 'class="gone"').replace('€ 1.00', 'none'))).toBe(false)
  expect(await holds(html.replace(/€ 23.50/, 'on request'))).toBe(false)
  expect(await holds(html.replace('<h1 class="product-title">Kettle number D</h1>', '<h1></h1>'))).toBe(false)
  expect(await holds(html.replace('SKU-1003</p>', 'ask the shop, which knows all of them</p>'))).toBe(false)
  expect(
    await holds('<h1 class="product-title">About us</h1><div class="buy"><span class="amount">5</span></div>'),
  ).toBe(false)
  // Optional values may be missing.
  expect(await holds(html.replace('<dt>Made in</dt>', ''))).toBe(true)
  // A narrower schema does not fit.
  const narrow = { ...schema, properties: { ...schema.properties, price: { type: 'number', maximum: 1 } } }
  expect(applyRecipe(recipe, narrow, await pageOf(html))).toBeNull()
})

test.each([
  [100, false],
  [101, true],
])('for %i values there is a recipe, or none: %p', async (count, isNone) => {
  const names = Array.from({ length: count }, (_, i) => `field${i}`)
  const wide = { type: 'object', properties: Object.fromEntries(names.map((name) => [name, text])) }
  const page = await pageOf(names.map((name) => `<p id="${name}">The value of ${name}.</p>`).join(''))
  const data = Object.fromEntries(names.map((name) => [name, `The value of ${name}.`]))
  expect(deriveRecipe(wide, data, page) === null).toBe(isNone)
})

test('hostile pages do not take long, and names that write into prototypes do no harm', async () => {
  const deep = `${'<div class="a"><p>'.repeat(3_000)}Kettle${'</p></div>'.repeat(3_000)}`
  const page = await pageOf(`<h1>Kettle</h1><p>5</p>${deep}${'<span>Kettle 5</span>'.repeat(5_000)}`)
  const properties = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`p${i}`, text]))
  const values = Object.fromEntries(Object.keys(properties).map((name) => [name, 'Kettle 5']))
  // It must end, with or without a recipe.
  deriveRecipe({ type: 'object', properties }, values, page)
  const data = JSON.parse('{"__proto__": {"polluted": "Kettle"}, "name": "Kettle"}')
  deriveRecipe({ type: 'object', properties: { name: text } }, data, page)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
}, 120_000)

test('a recipe fits if six of ten values are found, including lists, and not with fewer', async () => {
  const names = Array.from({ length: 10 }, (_, i) => `v${i}`)
  const wanted = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'array', items: text }])),
  }
  const pageWith = (count: number) =>
    pageOf(
      `<body>${names
        .slice(0, count)
        .map((name) => `<p class="${name}">some words of ${name}</p>`)
        .join('')}<p>else</p></body>`,
    )
  const data = Object.fromEntries(names.map((name) => [name, [`some words of ${name}`]]))
  const recipe = deriveRecipe(wanted, data, await pageWith(10))!
  expect(recipe).not.toBeNull()
  const found = await Promise.all(
    [10, 6, 5, 0].map(async (count) => applyRecipe(recipe, wanted, await pageWith(count))),
  )
  expect(found.map((each) => each && Object.values(each).filter((value) => value !== null).length)).toEqual([
    10,
    6,
    null,
    null,
  ])
})
