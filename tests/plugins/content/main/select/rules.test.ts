import { describe, expect, test } from 'bun:test'
import { readBlocks } from '../../../../../plugins/content/main/blocks/read-blocks.ts'
import { readPageStructure } from '../../../../../plugins/content/main/page-structure.ts'
import { applyRules } from '../../../../../plugins/content/main/select/rules.ts'
import { parse, TEXT } from '../../../../../plugins/content/tree/index.ts'

const lexicon = { names: new Map(), texts: new Map(), words: new Map() }
const words = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}`).join(' ')
const content = `<h1>Kettles</h1><p>${words('content', 60)}</p>`
const article = '<meta property="og:type" content="article">'

/** The first words of the remaining texts if the whole page was chosen. */
const left = (body: string, { head = '', url = 'https://example.com/kettles' } = {}): string[] => {
  const tree = parse(`<html><head>${head}</head><body>${body}</body></html>`)
  const blocks = readBlocks(tree, new Uint8Array(tree.nodes.length))
  const chosen = new Uint8Array(blocks.count).fill(1)
  applyRules(readPageStructure(tree, new URL(url), blocks, lexicon), chosen)
  return Array.from(blocks.text.subarray(0, blocks.count))
    .filter((_, i) => chosen[i] === 1)
    .map((id) => {
      const node = tree.nodes[id]!
      return node.kind === TEXT ? node.data.split(' ')[0]! : ''
    })
}

describe('text beside the content is removed:', () => {
  const aside = words('aside', 30)
  const product = { url: 'https://example.com/products/kettle' }
  test.each([
    ['a footer', `<footer><p>${aside}</p></footer>`, {}],
    ['a dialog of a service for consent', `<div id="onetrust-consent-sdk"><p>${aside}</p></div>`, {}],
    ['a banner about cookies', `<div class="cookie-banner"><p>${aside}</p></div>`, {}],
    [
      'a dialog that is only named after its service',
      `<div id="iubenda-cs-banner" role="dialog"><p>${aside}</p></div>`,
      {},
    ],
    ['comments', `<div class="comments"><p>${aside}</p></div>`, {}],
    ['pages related to an article', `<ul class="related-posts"><li>${aside}</li></ul>`, { head: article }],
    ['pages related to a product', `<ul class="similar-products"><li>${aside}</li></ul>`, product],
    ['reviews of a product', `<section id="reviews"><p>${aside}</p></section>`, product],
    ['a caption in an article', `<figure><img src="/a"><figcaption>${aside}</figcaption></figure>`, { head: article }],
    ['a credit in an article', `<div class="image-credit">${aside}</div>`, { head: article }],
  ])('%s', (_, html, page) => {
    expect(left(content + html, page)).toEqual(['Kettles', 'content0'])
  })

  test.each([
    ['cookies to eat', `<div class="category-cookies"><p>${aside}</p></div>`, {}],
    ['comments in a forum', `<div class="comments"><p>${aside}</p></div>`, { url: 'https://forum.example.com/1' }],
    ['reviews on a page of reviews', `<section id="reviews"><p>${aside}</p></section>`, {}],
    ['captions of a gallery', `<figure><figcaption>${aside}</figcaption></figure>`, {}],
    ['a section whose heading speaks of comments', `<div id="reply-to-all-comments"><p>${aside}</p></div>`, {}],
    ['a caption of a table', `<table><caption>${aside}</caption></table>`, { head: article }],
  ])('but not %s', (_, html, page) => {
    expect(left(content + html, page)).toEqual(['Kettles', 'content0', 'aside0'])
  })

  test('but not if it is nearly everything', () => {
    expect(left(`<h1>Kettles</h1><footer><p>${aside}</p></footer>`)).toEqual(['Kettles', 'aside0'])
  })

  test('but not around the title', () => {
    expect(left(`<div class="comments">${content}</div>`)).toEqual(['Kettles', 'content0'])
  })

  test('but not comments that are most of a page, unless it is an article or a product', () => {
    const comments = ['one', 'two', 'three', 'four'].map((name) => `<p>${words(name, 60)}</p>`).join('')
    const page = `${content}<div class="comments">${comments}</div>`
    expect(left(page)).toEqual(['Kettles', 'content0', 'one0', 'two0', 'three0', 'four0'])
    expect(left(page, { head: article })).toEqual(['Kettles', 'content0'])
    expect(left(page, product)).toEqual(['Kettles', 'content0'])
  })
})

describe('a repeated text', () => {
  const again = `<div><p>${words('content', 60)}</p></div>`

  test('is taken once', () => {
    expect(left(`${content}<p>${words('other', 20)}</p>${again}`)).toEqual(['Kettles', 'content0', 'other0'])
  })

  test('is taken once on the page of a product even if it is short', () => {
    const label = '<div><p>Add to cart</p><p>In stock</p></div>'
    expect(left(content + label + label, { url: 'https://example.com/products/kettle' })).toEqual([
      'Kettles',
      'content0',
      'Add',
      'In',
      'In',
    ])
  })

  test.each([
    ['is short', `<div>In stock</div><div><p>In stock</p></div>`],
    ['is next to the first', `<p>${words('step', 20)}</p><p>${words('step', 20)}</p>`],
    ['is code', `<pre>${words('code', 20)}</pre><div><pre>${words('code', 20)}</pre></div>`],
  ])('is kept if it %s', (_, html) => {
    expect(left(content + html)).toHaveLength(4)
  })

  test('is kept if it is quoted in a thread', () => {
    const quoted = `<div><blockquote><p>${words('said', 20)}</p></blockquote></div>`
    const page = `${content}<p>${words('said', 20)}</p>${quoted}`
    expect(left(page, { url: 'https://forum.example.com/1' })).toEqual(['Kettles', 'content0', 'said0', 'said0'])
    expect(left(page)).toEqual(['Kettles', 'content0', 'said0'])
  })

  test('is kept if it is most of the page', () => {
    expect(left(`<h1>Kettles</h1>${`<div><p>${words('same', 20)}</p></div>`.repeat(5)}`)).toHaveLength(6)
  })
})
