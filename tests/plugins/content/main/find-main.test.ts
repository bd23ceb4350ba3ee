import { describe, expect, test } from 'bun:test'
import { toText } from '../../../../plugins/content/formats/text.ts'
import { readBlocks } from '../../../../plugins/content/main/blocks/read-blocks.ts'
import { FEW_BLOCKS, findMain } from '../../../../plugins/content/main/index.ts'
import { toMarkdown } from '../../../../plugins/content/markdown/writer.ts'
import { parse } from '../../../../plugins/content/tree/index.ts'
import { viewOf } from '../../../../plugins/content/view/view.ts'
import { growth, LINEAR } from '../../../growth.ts'
import { contentOptions } from '../options.ts'
import { type TypedPage, typedPages } from './pages.ts'

const viewed = ({ html, url }: Pick<TypedPage, 'html' | 'url'>) =>
  viewOf(parse(html), new URL(url), contentOptions({ onlyMainContent: true }))
const flat = (text: string) => text.replace(/\s+/g, ' ')

describe.each(Object.entries(typedPages))('on a page of type %s', (_, page) => {
  const text = flat(toText(viewed(page)))

  test('the content is kept', () => {
    for (const each of page.content) expect(text).toContain(flat(each))
  })

  test('the text around the content is removed', () => {
    for (const each of page.around) expect(text).not.toContain(each)
  })

  test('the model is used', () => {
    const tree = parse(page.html)
    expect(readBlocks(tree, new Uint8Array(tree.nodes.length)).count).toBeGreaterThanOrEqual(FEW_BLOCKS)
  })

  test('the content source is main', () => {
    expect(viewed(page).contentSource).toBe('main')
  })
})

const markdownOf = (page: TypedPage) =>
  toMarkdown(viewed(page), {
    includeLinks: true,
    includeImages: true,
    describedImagesOnly: false,
    html: true,
    address: (href) => href,
    titles: true,
  })

const remarks = (name: string) =>
  `<section id="${name}"><h3>3 replies</h3>${[
    'My grandmother told me of that winter, and of the horses that drew the coal over the frozen marsh at night.',
    'There is a photograph of the dredger in the museum, with the mayor standing on its deck in a top hat.',
    'I doubt the date. The parish register has the first ship coming in on the third of February, not on the first.',
  ]
    .map((text) => `<div class="${name}-item"><b>Reader</b><p>${text}</p><a href="#reply">Reply</a></div>`)
    .join('')}</section>`

test('comments below an article are removed, but posts in a forum are kept', () => {
  const { html, url } = typedPages.article!
  const commented = html.replace('</article>', `</article>${remarks('comments')}`)
  expect(flat(toText(viewed({ html: commented, url })))).not.toContain('The parish register')
  const { html: thread, url: address, content } = typedPages.forum!
  const posts = thread.replaceAll('message', 'comment')
  expect(flat(toText(viewed({ html: posts, url: address })))).toContain(content[1]!)
})

test('of several articles on a page, the one with its title is kept', () => {
  const { html, url, content } = typedPages.article!
  const [whole = ''] = html.match(/<article[\s\S]*<\/article>/) ?? []
  const next = whole
    .replace('The winter the harbour froze', 'How the mole was built')
    .replaceAll('harbour', 'quarry')
    .replaceAll('ice', 'granite')
  const text = flat(toText(viewed({ html: html.replace(whole, whole + next), url })))
  expect(text).toContain(content[0]!)
  expect(text).not.toContain('The granite came early')
})

test('headings, lists and quotations of the content keep their form', () => {
  const markdown = markdownOf(typedPages.article!)
  expect(markdown).toContain('## Forty-one days')
  expect(markdown).toMatch(/^[-*] Coal for the school came first/m)
  expect(markdown).toMatch(/^> We had bread/m)
})

test('code and tables are kept whole, including empty cells', () => {
  const markdown = markdownOf(typedPages.documentation!)
  expect(markdown).toContain('```\ntide --settings ./harbour.toml\ntide --check\n```')
  expect(markdown).toMatch(/^\| Name\s*\| Default\s*\| Meaning\s*\|$/m)
  expect(markdown).toMatch(/^\| station\s*\|\s*\| Identifier of the gauge that is read\s*\|$/m)
})

test('the same page gives the same nodes each time', () => {
  const { html, url } = typedPages.forum!
  const tree = parse(html)
  const find = () => findMain(tree, new URL(url), new Uint8Array(tree.nodes.length))
  expect(find()).toEqual(find())
})

describe('there is no main content, and the whole body is used,', () => {
  test.each([
    ['on an empty page', ''],
    ['on a page with scripts alone', '<script>let a = 1</script><style>p{}</style>'],
    ['on a page with pictures alone', '<img src="/a.png"><img src="/b.png">'],
    ['on a page with nothing around it', '<h1>Kettles</h1><p>They boil water.</p>'],
  ])('%s', (_, html) => {
    const tree = parse(html)
    expect(findMain(tree, new URL('https://example.com/'), new Uint8Array(tree.nodes.length))).toBeNull()
  })
})

test.each<[what: string, size: number, page: (size: number) => string]>([
  ['blocks side by side', 6_000, (size) => `<ul>${'<li><a href="/x">one two</a></li>'.repeat(size)}</ul>`],
  [
    'nested blocks',
    400,
    (size) => `${'<div><table><tr><td>'.repeat(size)}in the middle${'</td></tr></table></div>'.repeat(size)}`,
  ],
])(
  'a page of %s is searched in linear time',
  (_, size, page) => {
    expect(growth(page, (html) => viewed({ html, url: 'https://example.com/' }), size)).toBeLessThan(LINEAR)
  },
  120_000,
)

test('a product keeps its price on a page of few blocks too', () => {
  const html = `<title>Kettle</title><nav><a href="/">Home</a></nav><h1>Copper kettle</h1><div>$33.00</div>
    <button>Add to cart</button><div><h2>Description</h2><p>${'It holds two litres of water, and boils them soon. '.repeat(5)}</p></div>
    <h2>You may also like</h2><p>Steel kettle</p><footer>Imprint</footer>`
  const linesOf = (url: string) =>
    toText(viewed({ html, url }))
      .split('\n')
      .filter((line) => line !== '')
  expect(linesOf('https://a.example/products/3').slice(0, 3)).toEqual(['Copper kettle', '$33.00', 'Description'])
  expect(linesOf('https://a.example/news/3').slice(0, 2)).toEqual(['Copper kettle', 'Description'])
})
