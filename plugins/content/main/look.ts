import type { Tree } from '../tree/index.ts'
import type { Blocks } from './blocks/blocks.ts'
import { type PageClaims, readClaims } from './claims/claims.ts'
import { describe, type Features } from './features/index.ts'
import type { Lexicon } from './model/lexicon.ts'
import { readRegions } from './regions/read-regions.ts'
import type { Regions } from './regions/regions.ts'

/** A page as the model sees it. */
export interface Look {
  tree: Tree
  url: URL
  blocks: Blocks
  regions: Regions
  claims: PageClaims
  features: Features
}

/** Describes the blocks of a page by numbers. */
export const lookAt = (tree: Tree, url: URL, blocks: Blocks, lexicon: Lexicon): Look => {
  const regions = readRegions(tree, blocks, lexicon)
  const claims = readClaims(tree, url, blocks, regions)
  return { tree, url, blocks, regions, claims, features: describe(tree, blocks, regions, claims, lexicon) }
}
