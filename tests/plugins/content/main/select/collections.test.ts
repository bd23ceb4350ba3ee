import { describe, expect, test } from 'bun:test'
import type { PageStructure } from '../../../../../plugins/content/main/page-structure.ts'
import { evenColumns, readColumns } from '../../../../../plugins/content/main/select/columns.ts'
import { dropControls } from '../../../../../plugins/content/main/select/controls.ts'
import { sayOnce } from '../../../../../plugins/content/main/select/say-once.ts'
import { completeCards } from '../../../../../plugins/content/main/select/shop/cards.ts'
import { chosenAfter } from './marked.ts'

const even = (look: PageStructure, chosen: Uint8Array) => evenColumns(readColumns(look), chosen)
const drop = (look: PageStructure, chosen: Uint8Array) => dropControls(look, readColumns(look), chosen)

const kettles = ['Amber', 'Birch', 'Cedar', 'Dune', 'Elm']
const list = (card: (name: string, i: number) => string, names = kettles) =>
  `<ul>${names.map((name, i) => `<li class="card">${card(name, i)}</li>`).join('')}</ul>`

describe('a part of most items of a list', () => {
  const days = (taken: number) =>
    list((name, i) => `<h3>${name}</h3><p class="day">${i < taken ? '+' : ''}${i} May</p>`)

  test('is taken from all of them', () => {
    expect(chosenAfter(even, days(4))).toEqual(['+0 May', '+1 May', '+2 May', '+3 May', '4 May'])
  })

  test('is not taken if only few of the items have it', () => {
    expect(chosenAfter(even, days(2))).toEqual([])
  })

  test('must be in more than three items, and several paragraphs of one item are judged separately', () => {
    const three = list((name, i) => `<h3>${name}</h3><p>${i > 0 ? '+' : ''}${i} May</p>`, kettles.slice(0, 3))
    expect(chosenAfter(even, three)).toEqual(['+1 May', '+2 May'])
    const posts = list((name, i) => `<h3>${name}</h3><p>+${i} one</p><p>+${i} two</p><p>${i} three</p>`)
    expect(chosenAfter(even, posts)).toHaveLength(10)
  })
})

describe('a card from which something was taken has', () => {
  const card = (name: string, price: string) =>
    `<a href="/${name}"><div>${name} kettle of steel</div></a><div>${price}</div><p>In stock</p>`

  test('its price beside its name', () => {
    const cards = list((name, i) => card(`${name}+`, `$${i}9.00`))
    expect(chosenAfter(completeCards, cards)).toEqual(
      kettles.flatMap((name, i) => [`${name}+ kettle of steel`, `$${i}9.00`]),
    )
  })

  test('its name beside its price', () => {
    const cards = list((name, i) => card(name, `${i}9,00 €+`))
    expect(chosenAfter(completeCards, cards)).toEqual(
      kettles.flatMap((name, i) => [`${name} kettle of steel`, `${i}9,00 €+`]),
    )
  })

  test('its heading as its name, even if a link has much text', () => {
    const text = 'Boils water for tea and for all that needs it hot. '.repeat(5)
    const cards = list((name) => `<h3>${name} kettle</h3><a href="/${name}">${text}</a><div>$20.00+</div>`)
    expect(chosenAfter(completeCards, cards)).toEqual(kettles.flatMap((name) => [`${name} kettle`, '$20.00+']))
  })

  test('the current price, and not the one that is struck through', () => {
    const cards = list((name) => card(`${name}+`, '<p><s>$30.00</s></p><p>$20.00</p>'))
    expect(chosenAfter(completeCards, cards)).toEqual(kettles.flatMap((name) => [`${name}+ kettle of steel`, '$20.00']))
  })

  test('the current price, if only the former one with words around it was taken', () => {
    const cards = list((name) => card(`${name}+`, '<p>$20.00</p><p>compared to $30.00+</p>'))
    expect(chosenAfter(completeCards, cards)).toEqual(
      kettles.flatMap((name) => [`${name}+ kettle of steel`, '$20.00', 'compared to $30.00+']),
    )
  })

  test('no second price if a text that was taken has it', () => {
    const cards = list((name) => card(`${name}+ for $20.00`, '$20.00'))
    expect(chosenAfter(completeCards, cards)).toEqual(kettles.map((name) => `${name}+ for $20.00 kettle of steel`))
    const described = list((name) => card(`${name}+, on sale for $20.00. Was $25.00. Rated 4.2. A`, '$20'))
    expect(chosenAfter(completeCards, described)).toHaveLength(5)
  })

  test('a price with the currency before the amount', () => {
    const cards = list((name) => card(`${name}+`, 'Price:USD 20.00'))
    expect(chosenAfter(completeCards, cards)).toHaveLength(10)
  })

  test('nothing more if nothing was taken from it', () => {
    const cards = list((name, i) => card(i === 0 ? name : `${name}+`, '$20.00'))
    expect(chosenAfter(completeCards, cards)).toEqual(
      kettles.slice(1).flatMap((name) => [`${name}+ kettle of steel`, '$20.00']),
    )
  })

  test('nothing more in a list without prices', () => {
    const items = list((name) => `<a href="/${name}">${name}</a><p>+Boils water.</p>`)
    expect(chosenAfter(completeCards, items)).toEqual(kettles.map(() => '+Boils water.'))
  })
})

describe('all products of a page are kept,', () => {
  const names = Array.from({ length: 9 }, (_, i) => `Kettle ${i} of the forest`)
  const shelf = list((name) => `<h3><a href="/${name}">${name}</a></h3><div>$20.00</div><p>In stock</p>`, names)
  const all = names.flatMap((name) => [name, '$20.00'])
  const text = (words: number) => `<p>${'word '.repeat(words)}+</p>`

  test('whatever text is around them', () => {
    const chosen = chosenAfter(completeCards, `${shelf}${text(150)}`)
    expect(chosen.slice(0, -1)).toEqual(all)
  })

  test.each([
    ['a shelf beside a long text', `${shelf}${text(900)}`, undefined],
    ['accessories of one product', `${shelf}${text(20)}`, 'https://shop.example/products/kettle'],
  ])('except for %s', (_, body, url) => {
    expect(chosenAfter(completeCards, body, url)).not.toContain('$20.00')
  })

  test('except for copies of text that was taken', () => {
    const first = names.map((name) => `<p>${name}</p>`).join('')
    const complete = (look: PageStructure, chosen: Uint8Array) => completeCards(look, chosen.fill(1, 0, names.length))
    expect(chosenAfter(complete, `${first}${shelf}`)).toEqual(names)
  })
})

describe('a card has once', () => {
  test('its name, as the heading if there is one', () => {
    const cards = list(
      (name) => `<div><a href="/${name}">${name} kettle+</a></div><h3>${name} kettle+</h3><p>Steel+</p>`,
    )
    expect(chosenAfter(sayOnce, cards)).toEqual(kettles.flatMap((name) => [`${name} kettle+`, 'Steel+']))
  })

  test('its price', () => {
    const cards = list((name) => `<h3>${name}</h3><p>Price $19.99+</p><p>Now $19.99+</p><p>Was $25.00+</p>`)
    expect(chosenAfter(sayOnce, cards)).toEqual(kettles.flatMap(() => ['Price $19.99+', 'Was $25.00+']))
  })

  test('what follows its name, which it has once for each size of screen', () => {
    const written = (name: string, i: number) =>
      `<div><h3>${name} kettle+</h3><p>${i} May 2024, five minutes+</p></div>`
    const cards = list((name, i) => written(name, i) + written(name, i))
    expect(chosenAfter(sayOnce, cards)).toEqual(
      kettles.flatMap((name, i) => [`${name} kettle+`, `${i} May 2024, five minutes+`]),
    )
  })

  test('but not a label of one word below it', () => {
    const cards = list(
      (name) => `<h3>${name} kettle+</h3><h4>Steel+</h4><a href="/${name}">${name} kettle+</a><h4>Steel+</h4>`,
    )
    expect(chosenAfter(sayOnce, cards)).toHaveLength(15)
  })

  test('but not a value that two of its properties have below its name', () => {
    const cards = list(
      (name) => `<a href="/${name}">${name} kettle+</a><h3>${name} kettle+</h3>
<p>Base:+</p><p>Brushed steel+</p><p>Lid:+</p><p>Brushed steel+</p>`,
    )
    expect(chosenAfter(sayOnce, cards)).toHaveLength(25)
  })

  test('but texts of other cards and labels are repeated', () => {
    const cards = list((name) => `<h3>Steel kettle+</h3><p>Weight:+</p><p>${name}+</p><p>Weight:+</p>`)
    expect(chosenAfter(sayOnce, cards)).toHaveLength(20)
  })
})

describe('controls of each item of a list are removed:', () => {
  test.each([
    ['buttons', () => '<button>Reply+</button>'],
    ['links that lead elsewhere each', (name: string) => `<div><a href="/cart?add=${name}">Add to cart+</a></div>`],
  ])('%s', (_, control) => {
    expect(
      chosenAfter(
        drop,
        list((name) => `<h3>${name}+</h3>${control(name)}`),
      ),
    ).toEqual(kettles.map((name) => `${name}+`))
  })

  test.each([
    ['labels', () => '<p>Weight:+</p>'],
    ['links to one address, such as that of the maker', () => '<div><a href="/makers/anna">Anna+</a></div>'],
    ['links with the name of the item', (name: string) => `<div><a href="/${name}">See ${name}+</a></div>`],
    ['headings that open', (name: string) => `<button>What of ${name}?+</button>`],
  ])('but not %s', (_, control) => {
    expect(
      chosenAfter(
        drop,
        list((name) => `<h3>${name}+</h3>${control(name)}`),
      ),
    ).toHaveLength(10)
  })
})
