import type { Tree } from '../tree/index.ts'
import type { Blocks } from './blocks.ts'
import { CONTEXT, describeContext } from './context.ts'
import { describe, type Features } from './features.ts'
import { chancesOf } from './forest.ts'
import { type Layout, readLayout } from './layout.ts'
import type { Lexicon } from './lexicon.ts'
import { readClaims } from './page-numbers.ts'
import { readRegions } from './regions.ts'
import type { Weights } from './weights.ts'

/** A page as the model sees it. */
export interface Look {
  blocks: Blocks
  layout: Layout
  features: Features
}

/** Describes the blocks of a page by numbers. */
export const lookAt = (tree: Tree, url: URL, blocks: Blocks, lexicon: Lexicon): Look => {
  const regions = readRegions(tree, blocks, lexicon)
  const claims = readClaims(tree, url, blocks, regions)
  return {
    blocks,
    layout: readLayout(tree, blocks, regions),
    features: describe(tree, blocks, regions, claims, lexicon),
  }
}

/** The numbers of the second look: those of the first, and what its chances say of the surroundings. */
export const withContext = ({ width, values }: Features, layout: Layout, chances: Float32Array): Features => {
  const context = describeContext(layout, chances)
  const wide = width + CONTEXT
  const all = new Float32Array(layout.count * wide)
  for (let i = 0; i < layout.count; i++) {
    all.set(values.subarray(i * width, (i + 1) * width), i * wide)
    all.set(context.subarray(i * CONTEXT, (i + 1) * CONTEXT), i * wide + width)
  }
  return { width: wide, values: all }
}

/** The chance of each block to be main content. */
export const judge = ({ layout, features }: Look, { first, second }: Weights): Float32Array => {
  const { count } = layout
  const found = chancesOf(first, features.values, features.width, count)
  const wide = withContext(features, layout, found)
  return chancesOf(second, wide.values, wide.width, count)
}
