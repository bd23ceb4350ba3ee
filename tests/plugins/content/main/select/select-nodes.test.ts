import { describe, expect, test } from 'bun:test'
import { readBlocks } from '../../../../../plugins/content/main/blocks/read-blocks.ts'
import { nodesOf, takeWholes } from '../../../../../plugins/content/main/select/select-nodes.ts'
import { findAll, parse, TEXT } from '../../../../../plugins/content/tree/index.ts'

/** The texts that are kept if those with `yes` were chosen. */
const kept = (html: string): string[] => {
  const tree = parse(html)
  const blocks = readBlocks(tree, new Uint8Array(tree.nodes.length))
  const texts = tree.nodes.map((node) => (node.kind === TEXT ? node.data : ''))
  const chosen = Uint8Array.from(blocks.text.subarray(0, blocks.count), (id) => (texts[id]!.includes('yes') ? 1 : 0))
  takeWholes(tree, blocks, chosen)
  const nodes = nodesOf(tree, blocks, chosen)
  return texts.filter((text, id) => text.trim() !== '' && nodes[id] === 1)
}

test('empty cells of a row that is kept are kept, so that columns stay aligned', () => {
  const tree = parse('<p>x</p><table><tr><td>yes<td><tr><td>no<td></table>')
  const blocks = readBlocks(tree, new Uint8Array(tree.nodes.length))
  const chosen = new Uint8Array(blocks.count)
  chosen[1] = 1
  takeWholes(tree, blocks, chosen)
  const nodes = nodesOf(tree, blocks, chosen)
  const cells = findAll(tree, tree.body, 'td').map((cell) => nodes[cell.id])
  expect(cells).toEqual([1, 1, 1, 1])
})

describe('elements of which a fifth is chosen are kept whole:', () => {
  test.each([
    ['a title', '<p>x</p><h1><div>Bershka</div><span>yes jacket</span></h1><p>x</p>', ['Bershka', 'yes jacket']],
    ['a table', '<table><tr><td>yes a<td>b<tr><td>yes c<td>d</table>', ['yes a', 'b', 'yes c', 'd']],
    ['a list', '<p>x</p><ul><li>a<li>b<li>yes c<li>d<li>e</ul><p>x</p>', ['a', 'b', 'yes c', 'd', 'e']],
    ['a list of definitions', '<dl><dt>a<dd>yes b</dl>', ['a', 'yes b']],
    [
      'code with an element for each line',
      `<pre>${'<div>yes a</div><div>b</div>'.repeat(3)}</pre>`,
      ['yes a', 'b', 'yes a', 'b', 'yes a', 'b'],
    ],
  ])('%s', (_, html, texts) => {
    expect(kept(html)).toEqual(texts)
  })

  test('including a table of which only the column headers are chosen', () => {
    const heads = '<tr><th>yes team<th>result'
    const rows = '<tr><td>the first team of them all<td>thirty points'.repeat(5)
    expect(kept(`<p>x</p><table>${heads}${rows}</table>`)).toHaveLength(12)
    expect(kept(`<p>x</p><table>${heads.replaceAll('th>', 'td>')}${rows}</table>`)).toEqual(['yes team'])
  })

  test('but not a list or table that lays out a page', () => {
    const post = '<p>name</p><p>date</p><p>yes one</p><p>yes two</p><p>reply</p>'
    expect(kept(`<ol><li>${post}<li>${post}</ol>`)).toEqual(['yes one', 'yes two', 'yes one', 'yes two'])
    expect(kept(`<table><tr><td>${post}</table>`)).toEqual(['yes one', 'yes two'])
  })

  test('but not a long list of which one item is chosen', () => {
    expect(kept(`<ul><li>yes</li>${'<li>some words more</li>'.repeat(10)}</ul>`)).toEqual(['yes'])
  })

  test('including everything between two chosen texts, and a list if any of it is chosen', () => {
    const between = (html: string) => kept(`<p>yes</p>${html}<p>yes</p>`).slice(1, -1)
    expect(between('<table><tr><td>a<td>b<tr><td>c<td>d</table>')).toEqual(['a', 'b', 'c', 'd'])
    expect(between('<pre>a</pre>')).toEqual(['a'])
    expect(between('<dl><dt>a<dd>b</dl>')).toEqual(['a', 'b'])
    expect(between(`<ul><li>yes</li>${'<li>some words more</li>'.repeat(2)}</ul>`)).toHaveLength(3)
    expect(kept('<p>x</p><table><tr><td>a<td>b</table><p>yes</p>')).toEqual(['yes'])
    expect(kept('<p>yes</p><table><tr><td>a<td>b</table><p>x</p>')).toEqual(['yes'])
  })

  test('but nothing of a list without any', () => {
    expect(kept('<p>yes</p><ul><li>a<li>b</ul><p>yes</p>')).toEqual(['yes', 'yes'])
  })
})
