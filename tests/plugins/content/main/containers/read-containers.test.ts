import { expect, test } from 'bun:test'
import { readBlocks } from '../../../../../plugins/content/main/blocks/read-blocks.ts'
import { COMMENT, SIDEBAR } from '../../../../../plugins/content/main/containers/names.ts'
import { readPageStructure } from '../../../../../plugins/content/main/page-structure.ts'
import { attr, findAll, parse } from '../../../../../plugins/content/tree/index.ts'

const lexicon = { names: new Map(), texts: new Map(), words: new Map() }
const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ')

const read = (body: string) => {
  const tree = parse(`<html><body>${body}</body></html>`)
  const blocks = readBlocks(tree, new Uint8Array(tree.nodes.length))
  const { containers } = readPageStructure(tree, new URL('https://example.com/a'), blocks, lexicon)
  const find = (id: string) =>
    findAll(tree, tree.body, 'main', 'section', 'div', 'p').find((one) => attr(one, 'id') === id)!
  return { containers, find }
}
const paragraph = (id: string, count: number) => `<p id="${id}">${words(count)}</p>`

test('an element has the kinds of its ancestors, except of one with nearly the whole page', () => {
  const kindsOf = (share: number) => {
    const { containers, find } = read(
      `<div class="comments"><div class="sidebar">${paragraph('in', share)}</div></div>${paragraph('out', 100 - share)}`,
    )
    return ['in', 'out'].map((id) => containers.kinds[find(id).id]! & (COMMENT | SIDEBAR))
  }
  expect(kindsOf(50)).toEqual([COMMENT | SIDEBAR, 0])
  expect(kindsOf(89)).toEqual([COMMENT | SIDEBAR, 0])
  expect(kindsOf(95)).toEqual([0, 0])
})

test('an element has its section, the nearest ancestor with more blocks, and the widest with less than half', () => {
  const { containers, find } = read(
    `<main id="main">${paragraph('a', 30)}<section id="section"><div id="alone">${paragraph('b', 20)}</div>${paragraph('c', 10)}</section></main>
    <div id="rest">${paragraph('d', 40)}</div>`,
  )
  const at = (id: string) => find(id).id
  expect(['a', 'b', 'c', 'section'].map((id) => containers.section[at(id)])).toEqual(
    ['main', 'section', 'section', 'section'].map(at),
  )
  expect(containers.section[at('d')]).toBe(find('rest').parent!.id)
  expect(['b', 'alone'].map((id) => containers.outer[at(id)])).toEqual([at('section'), at('section')])
  expect(['main', 'a', 'b', 'section', 'd'].map((id) => containers.half[at(id)])).toEqual([
    -1,
    at('a'),
    at('section'),
    at('section'),
    at('rest'),
  ])
  expect(['main', 'section', 'alone', 'b', 'd'].map((id) => containers.depth[at(id)])).toEqual([1, 2, 3, 4, 2])
})
