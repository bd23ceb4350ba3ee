import { expect, test } from 'bun:test'
import { dropShareLinks } from '../../../../../plugins/content/main/select/share-links.ts'
import { findAll, parse } from '../../../../../plugins/content/tree/index.ts'

const isKept = (link: string): boolean => {
  const tree = parse(`<p>Kettles boil water. ${link}</p>`)
  const kept = new Uint8Array(tree.nodes.length).fill(1)
  dropShareLinks(tree, kept)
  const [a] = findAll(tree, tree.body, 'a')
  return kept[a!.id] === 1
}

test.each([
  'https://www.facebook.com/sharer/sharer.php?u=https://a.example/',
  'https://facebook.com/sharer.php?u=x',
  '//twitter.com/intent/tweet?url=x',
  'https://twitter.com/share',
  'https://x.com/intent/post?url=x',
  'http://pinterest.com/pin/create/button/?url=x',
  'https://www.pinterest.co.uk/pin/create/link/?url=x',
  'https://www.linkedin.com/shareArticle?mini=true',
  'https://www.reddit.com/submit?url=x',
  'https://api.whatsapp.com/send?text=x',
  'whatsapp://send?text=x',
  'mailto:?subject=Kettles',
])('%s is removed', (href) => {
  expect(isKept(`<a href="${href}">Share it with friends</a>`)).toBe(false)
  expect(isKept(`<a href="${href}"><img src="/pin.svg" alt="button"></a>`)).toBe(false)
})

test.each([
  '<a href="https://www.facebook.com/weir">Facebook</a>',
  '<a href="https://twitter.com/weir/status/1">Tweet</a>',
  '<a href="https://pinterest.com/weir">Pins</a>',
  '<a href="https://wa.me/4912345">Write to us</a>',
  '<a href="https://api.whatsapp.com/send?phone=49123">Write to us</a>',
  '<a href="mailto:a@b.example?subject=Kettles">Write to us</a>',
  '<a href="https://twitter.com/share?text=x">A kettle that is watched boils as soon as any other. Tweet it</a>',
  '<a href="https://pinterest.com/pin/create/button/?url=x"><img src="/k.jpg" alt="A kettle of steel"></a>',
  '<a>Share</a>',
])('%s is kept', (link) => {
  expect(isKept(link)).toBe(true)
})

test('only as much of a link is read as share links have', () => {
  expect(isKept(`<a href="mailto:?subject=x">${'<b></b>'.repeat(100)}Share</a>`)).toBe(true)
  expect(isKept(`<a href="mailto:?subject=x">${'x'.repeat(1000)}</a>`)).toBe(true)
})
