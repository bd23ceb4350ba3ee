import { describe, expect, test } from 'bun:test'
import { readBlocks } from '../../../../../plugins/content/main/blocks/read-blocks.ts'
import { model } from '../../../../../plugins/content/main/model/model.ts'
import { readPageFeatures } from '../../../../../plugins/content/main/page-features.ts'
import { parse } from '../../../../../plugins/content/tree/index.ts'
import { typedPages } from '../pages.ts'
import golden from './golden.json'

/**
 * The mean of each number over the blocks of a page, each times the place of its block: so rows can not change
 * places.
 */
const meansOf = ({ html, url }: { html: string; url: string }) => {
  const tree = parse(html)
  const blocks = readBlocks(tree, new Uint8Array(tree.nodes.length))
  const { width, values } = readPageFeatures(tree, new URL(url), blocks, model().lexicon).features
  const means = Array.from({ length: width }, () => 0)
  for (let i = 0; i < blocks.count * width; i++)
    means[i % width]! += (values[i]! * (1 + Math.floor(i / width))) / blocks.count
  return means.map((mean) => Number(mean.toPrecision(6)))
}

/**
 * The weights know the numbers by their places, and what they mean by what the trainer saw: a change of either makes
 * the weights wrong, and nothing else would tell. With weights that were learned anew, write golden.json anew.
 */
describe('The numbers that the weights were learned from are those that are computed, of a page of type', () => {
  for (const type of Object.keys(golden) as (keyof typeof golden)[])
    test(type, () => expect(meansOf(typedPages[type]!)).toEqual(golden[type]))
})
