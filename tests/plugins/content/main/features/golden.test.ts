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

/**
 * The mean of each number over the blocks of a page, each times the place of its block: so rows can not change
 * places.
 */
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
 * The weights know the numbers by their names, and what they mean by what the trainer saw: a change of that makes the
 * weights wrong, and nothing else would tell. With weights that were learned anew, write golden.json anew.
 */
describe('The numbers that the weights were learned from are those that are computed, of a page of type', () => {
  for (const [type, means] of Object.entries<number[]>(golden))
    test(type, () => expect(named(meansOf(pages[type]!))).toEqual(named(means)))
})

test('Each number that the weights decide by is not the same on all of these pages', () => {
  const { features, forest } = model()
  const [first, ...others] = Object.values<number[]>(golden)
  const same = [...new Set(forest.feature)].filter((at) => at >= 0 && others.every((means) => means[at] === first![at]))
  expect(same.map((at) => features[at])).toEqual([])
})

/** Numbers by their names, so that a difference says which it is. */
const named = (means: readonly number[]) => Object.fromEntries(means.map((mean, at) => [featureNames[at], mean]))
