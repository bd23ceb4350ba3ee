import { describe, expect, test } from 'bun:test'
import { HIDDEN } from '../../../../../plugins/content/clean/visibility.ts'
import { readBlocks } from '../../../../../plugins/content/main/blocks/read-blocks.ts'
import { eachDescribed } from '../../../../../plugins/content/main/features/index.ts'
import { featureNames } from '../../../../../plugins/content/main/features/names.ts'
import { model } from '../../../../../plugins/content/main/model/model.ts'
import { readPageStructure } from '../../../../../plugins/content/main/page-structure.ts'
import { isElement, parse } from '../../../../../plugins/content/tree/index.ts'
import { magazine } from '../magazine.ts'
import { type TypedPage, typedPages } from '../pages.ts'
import golden from './golden.json'

/** The mean of each feature over the blocks of a page, weighted by position, so that the order of rows matters. */
const meansOf = ({ html, url }: { html: string; url: string }) => {
  const tree = parse(html)
  const marks = Uint8Array.from(tree.nodes, (node) => (isElement(node) && node.attrs.includes('hidden') ? HIDDEN : 0))
  const blocks = readBlocks(tree, marks)
  const structure = readPageStructure(tree, new URL(url), blocks, model().lexicon)
  const means = featureNames.map(() => 0)
  eachDescribed(structure, model().lexicon, (i, numbers) => {
    for (const [at, number] of numbers.entries()) means[at]! += (number * (1 + i)) / blocks.count
  })
  return means.map((mean) => Number(mean.toPrecision(6)))
}

const pages: Readonly<Record<string, TypedPage>> = { ...typedPages, magazine }

/**
 * The weights refer to features by name, with the meaning they had in training. If that changes, the weights become
 * wrong, and nothing else would show it. After training new weights, write golden.json again.
 */
describe('the computed features are those that the weights were trained with, on a page of type', () => {
  for (const [type, means] of Object.entries<number[]>(golden))
    test(type, () => expect(named(meansOf(pages[type]!))).toEqual(named(means)))
})

test('each feature that the weights use differs between some of these pages', () => {
  const { features, forest } = model()
  const [first, ...others] = Object.values<number[]>(golden)
  const same = [...new Set(forest.feature)].filter((at) => at >= 0 && others.every((means) => means[at] === first![at]))
  expect(same.map((at) => features[at])).toEqual([])
})

/** Features by name, so that a failure shows which one differs. */
const named = (means: readonly number[]) => Object.fromEntries(means.map((mean, at) => [featureNames[at], mean]))
