import { expect, test } from 'bun:test'
import { readBlocks } from '../../../../../plugins/content/main/blocks/read-blocks.ts'
import { readPageStructure } from '../../../../../plugins/content/main/page-structure.ts'
import { keepLeadPicture } from '../../../../../plugins/content/main/select/lead-picture.ts'
import { attr, findAll, parse, TEXT } from '../../../../../plugins/content/tree/index.ts'

const lexicon = { names: new Map(), texts: new Map(), words: new Map() }

/** The pictures that are kept in addition to the texts with a `+`. */
const kept = (image: string, body: string, alreadyKept = ''): (string | null)[] => {
  const tree = parse(`<html><head><meta property="og:image" content="${image}"></head><body>${body}</body></html>`)
  const blocks = readBlocks(tree, new Uint8Array(tree.nodes.length))
  const look = readPageStructure(tree, new URL('https://example.com/kettles'), blocks, lexicon)
  const chosen = Uint8Array.from(blocks.text.subarray(0, blocks.count), (id) => {
    const node = tree.nodes[id]!
    return node.kind === TEXT && node.data.includes('+') ? 1 : 0
  })
  const nodes = new Uint8Array(tree.nodes.length)
  const images = findAll(tree, tree.body, 'img')
  for (const each of images) if (attr(each, 'src') === alreadyKept) nodes[each.id] = 1
  keepLeadPicture(look, chosen, nodes)
  return images.filter(({ id }) => nodes[id] === 1).map((each) => attr(each, 'src'))
}

const image = 'https://cdn.example/2024/harbour-front-1200x630.jpg?w=9'

test.each<[string, string, string, string[]]>([
  [
    'above a byline',
    image,
    '<h1>+t</h1><div><img src="/harbour-front.jpg"></div><p>By Ann</p><p>+c</p>',
    ['/harbour-front.jpg'],
  ],
  ['with lazy loading', image, '<img src="/a.gif" data-src="/harbour-front-800.webp"><p>x</p><p>+c</p>', ['/a.gif']],
  [
    'but once',
    image,
    '<img src="/harbour-front.jpg"><img src="/s/harbour-front.jpg"><p>x</p><p>+c</p>',
    ['/harbour-front.jpg'],
  ],
  ['but not below the content', image, '<p>+c</p><p>x</p><img src="/harbour-front.jpg">', []],
  ['but not in navigation', image, '<nav><img src="/harbour-front.jpg"></nav><p>+c</p>', []],
  ['but not if it is the logo of the site', '/img/harbour-logo.png', '<img src="/img/harbour-logo.png"><p>+c</p>', []],
  ['but not by a common name', '/img/a.png', '<img src="/img/a.png"><p>+c</p>', []],
])('the lead picture of a page is kept %s', (_, declared, body, shown) => {
  expect(kept(declared, body)).toEqual(shown)
})

test('the lead picture is not added if it is already kept', () => {
  const body = '<img src="/a/harbour-front.jpg"><p>+c</p><img src="/harbour-front.jpg"><p>+d</p>'
  expect(kept(image, body, '/harbour-front.jpg')).toEqual(['/harbour-front.jpg'])
})
