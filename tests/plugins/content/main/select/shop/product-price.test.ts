import { describe, expect, test } from 'bun:test'
import { takePrice } from '../../../../../../plugins/content/main/select/shop/product-price.ts'
import { chosenAfter } from '../marked.ts'

const product = 'https://shop.example/products/kettle'
const text = '<p>Boils water for tea.+</p>'
const json = (price: string) =>
  `<script type="application/ld+json">{"@type":"Product","offers":{"price":${price},"priceCurrency":"EUR"}}</script>`
const other = (count: number) => '<p>Colour: red</p>'.repeat(count)
const taken = (body: string, url = product) => chosenAfter(takePrice, body, url).filter((each) => !each.includes('+'))

describe('a product keeps its price,', () => {
  test('which is the first after its name if none is declared', () => {
    expect(taken(`<p>Free shipping over $75</p><h1>Kettle</h1><p>$20.00</p><p>$5.00 a month</p>${text}`)).toEqual([
      '$20.00',
    ])
  })

  test.each(['129,50 zł', '199 Kč', '1 299 руб.', '1.299,50 TL', '120.50 ر.س', '￥1200', '1,200 บาท'])(
    'as in %s',
    (price) => {
      expect(taken(`<h1>Kettle</h1><p>${price}</p>${text}`)).toEqual([price])
    },
  )

  test.each([
    ['in JSON-LD', json('"1299.00"')],
    ['as a number', json('1299')],
    ['in a tag for sharing', '<meta property="product:price:amount" content="1.299,00">'],
    ['by microdata', '<meta itemprop="price" content="$1,299.00">'],
  ])('which is the one declared %s', (_, said) => {
    const page = `${said}<h1>Kettle</h1>${other(20)}<p>$5.00 a month</p><p>Price: 1 299,00 €</p><p>$1,299.00</p>${text}`
    expect(taken(page.replace('1 299', '1.299'))).toEqual(['Price: 1.299,00 €'])
  })

  test('even right before its name if it is declared', () => {
    expect(taken(`${json('20')}<p>USD 20.00</p><p>In stock</p><h1>Kettle</h1>${text}`)).toEqual(['USD 20.00'])
  })

  test('together with the current one if the first is struck through', () => {
    expect(taken(`<h1>Kettle</h1><p><s>$30.00</s></p><p>$20.00</p>${text}`)).toEqual(['$30.00', '$20.00'])
  })

  test.each([
    ['was taken', `<h1>Kettle</h1>${text}<p>Now $20.00+</p><p>$20.00</p>`, product],
    ['was taken above', `${json('20')}<p>$20.00+</p>${other(9)}<h1>Kettle</h1>${text}<p>$20.00</p>`, product],
    ['is nothing', `${json('0')}<p>Cart: $0.00</p><h1>Kettle</h1><p>$0.00</p>${text}`, product],
    ['is far from its name', `<h1>Kettle</h1>${other(20)}<p>$20.00</p>${text}`, product],
    ['is not on the page of a product', `<h1>Kettle</h1><p>$20.00</p>${text}`, 'https://news.example/kettles'],
    ['is far and of a text', `${json('20')}<h1>Kettle</h1>${other(20)}<p>$20.00</p>${text}`, 'https://news.example/a'],
    [
      'is that of another product',
      `<h1>Kettle</h1><ul>${'<li class="card"><a href="/a">Lid of steel</a><p>$20.00</p></li>'.repeat(4)}</ul>${text}`,
      product,
    ],
    ['has no name above it', `<p>$20.00</p>${text}`, product],
  ])('but none that %s', (_, body, url) => {
    expect(taken(body, url)).toEqual([])
  })
})
