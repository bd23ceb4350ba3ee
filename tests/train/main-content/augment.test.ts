import { expect, test } from 'bun:test'
import { readBlocks } from '../../../plugins/content/main/blocks/read-blocks.ts'
import { parse } from '../../../plugins/content/tree/index.ts'
import { typedPages } from '../../plugins/content/main/pages.ts'
import { augment } from './augment.ts'
import { randomOf } from './boost.ts'
import { targetOf } from './target.ts'

const { html, url, content } = typedPages.article!
const label = { id: 'article', url, site: 'example.com', file: 'article.html', text: content.join('\n') }

/** The words of a page before and after parts are cut, and those of its content. */
const vary = (seed: number) => {
  const tree = parse(html)
  const marks = new Uint8Array(tree.nodes.length)
  const read = () => {
    const blocks = readBlocks(tree, marks)
    const target = targetOf(blocks, label)
    let hits = 0
    for (let i = 0; i < blocks.count; i++) hits += target[i]! * (blocks.wordsAt[i + 1]! - blocks.wordsAt[i]!)
    return { blocks, target, words: blocks.wordsAt[blocks.count]!, hits }
  }
  const before = read()
  augment(tree, before.blocks, before.target, marks, randomOf(seed))
  return { before, after: read(), marks }
}

test('A version of a page lacks some of what is around its content, and nothing of the content', () => {
  for (let seed = 0; seed < 20; seed++) {
    const { before, after } = vary(seed)
    expect(after.words).toBeLessThan(before.words)
    expect(after.words).toBeGreaterThanOrEqual(before.words * 0.6)
    expect(after.hits).toBeCloseTo(before.hits, 3)
  }
})

test('The same seed cuts the same parts, and another seed cuts others', () => {
  expect(vary(3).marks).toEqual(vary(3).marks)
  expect(vary(4).marks).not.toEqual(vary(3).marks)
})
