import { expect, test } from 'bun:test'
import { readBlocks } from '../../../../../plugins/content/main/blocks/read-blocks.ts'
import { readPageStructure } from '../../../../../plugins/content/main/page-structure.ts'
import { keepPictures } from '../../../../../plugins/content/main/select/keep-pictures.ts'
import { nodesOf } from '../../../../../plugins/content/main/select/select-nodes.ts'
import { attr, isElement, parse, TEXT } from '../../../../../plugins/content/tree/index.ts'

const lexicon = { names: new Map(), texts: new Map(), words: new Map() }

/** The texts and pictures that are kept when the texts with a `+` were chosen. */
const kept = (body: string): string[] => {
  const tree = parse(`<html><body>${body}</body></html>`)
  const blocks = readBlocks(tree, new Uint8Array(tree.nodes.length))
  const look = readPageStructure(tree, new URL('https://example.com/kettles'), blocks, lexicon)
  const chosen = Uint8Array.from(blocks.text.subarray(0, blocks.count), (id) => {
    const node = tree.nodes[id]!
    return node.kind === TEXT && node.data.includes('+') ? 1 : 0
  })
  const nodes = nodesOf(tree, blocks, chosen)
  keepPictures(look, chosen, nodes)
  return tree.nodes.flatMap((node, id) => {
    if (nodes[id] === 0) return []
    if (isElement(node)) return attr(node, 'src') ?? []
    return node.data.trim() || []
  })
}

const figure = '<figure><img src="a"><figcaption>Harbour, <b>by Ann</b></figcaption></figure>'

test.each<[string, string, string[]]>([
  ['between two texts', `<p>+b</p>${figure}<p>+c</p>`, ['+b', 'a', '+c']],
  [
    'between two texts, with its caption after it',
    '<p>+b</p><div><img src="a"></div><p class="caption">Harbour</p><p>+c</p>',
    ['+b', 'a', '+c'],
  ],
  [
    'as editors write it',
    '<p>+b</p><div class="wp-caption"><a href="/a"><img src="a"></a><p class="wp-caption-text">Harbour</p></div><p>+c</p>',
    ['+b', 'a', '+c'],
  ],
  ['right before the text', `<p>By Ann</p>${figure}<p>+c</p>`, ['a', '+c']],
  ['without a caption right before the text', '<p>By Ann</p><figure><img src="a"></figure><p>+c</p>', ['a', '+c']],
  ['behind the title', `<h1>Title</h1>${figure}<p>By Ann</p><p>+c</p>`, ['a', '+c']],
  [
    'in one line with its caption',
    '<p>+b</p><div class="caption"><img src="a"> Harbour</div><p>+c</p>',
    ['+b', 'a', '+c'],
  ],
])('a picture whose caption is left out is kept %s', (_, body, shown) => {
  expect(kept(body)).toEqual(shown)
})

const video = '<iframe src="https://www.youtube.com/embed/a"></iframe>'

test.each<[string, string, string[]]>([
  ['right before the text', `<h1>+t</h1><p>By Ann</p><div>${video}</div><p>+c</p>`, ['+t', '//youtube', '+c']],
  ['behind the title', `<h1>Title</h1>${video}<p>By Ann</p><p>+c</p>`, ['//youtube', '+c']],
  ['right after the text', `<p>+c</p>${video}<p>Share</p>`, ['+c', '//youtube']],
  ['at the end of the page', `<p>x</p><p>+c</p>${video}`, ['+c', '//youtube']],
  ['but not beside another text', `<p>+c</p><p>x</p>${video}<p>y</p>`, ['+c']],
  ['but not the frame of an advertisement', '<p>+c</p><iframe src="https://ads.example/a"></iframe><p>x</p>', ['+c']],
])('a video is kept %s', (_, body, shown) => {
  expect(kept(body).map((each) => each.replace('https://www.youtube.com/embed/a', '//youtube'))).toEqual(shown)
})

test.each<[string, string]>([
  ['of a text that is left out', `<p>+b</p><p>x</p>${figure}<p>y</p><p>+c</p>`],
  ['of a card after the text', '<p>+b</p><p>+c</p><figure><img src="a"></figure><h3>Another article</h3>'],
  [
    'in an element that is named as a caption and contains the text',
    '<div class="captions"><p>+b</p><p>x</p><img src="a"><p>+c</p></div>',
  ],
])('a picture is not kept %s', (_, body) => {
  expect(kept(body)).toEqual(['+b', '+c'])
})
