import type { Tree } from '../../tree/index.ts'
import type { Blocks } from '../blocks/blocks.ts'
import type { PageClaims } from '../claims/claims.ts'
import type { Lexicon } from '../model/lexicon.ts'
import type { Regions } from '../regions/regions.ts'
import { AlikeDescriber } from './alike.ts'
import { ContainerDescriber } from './containers.ts'
import { NeighbourDescriber } from './neighbours.ts'
import { Page, Row } from './page.ts'
import { PlaceDescriber } from './place.ts'
import { TextDescriber } from './text.ts'

/** The numbers of a page's blocks that the trees decide by, one row of `width` a block. */
export interface Features {
  width: number
  values: Float32Array
}

/**
 * Describes each block of a page by itself, by what holds it, by the blocks like it, by what stands next to it, by its place
 * and by the page. Trees know the numbers by their places in the row: who changes them learns the weights anew.
 */
export const describe = (
  tree: Tree,
  blocks: Blocks,
  regions: Regions,
  claims: PageClaims,
  lexicon: Lexicon,
): Features => {
  const page = new Page(tree, blocks, regions, claims, lexicon)
  const describers = [
    new TextDescriber(page),
    new ContainerDescriber(page),
    new AlikeDescriber(page),
    new NeighbourDescriber(page),
    new PlaceDescriber(page),
  ]
  const row = new Row()
  for (let i = 0; i < blocks.count; i++) {
    for (const describer of describers) describer.describe(i, row)
    for (const number of claims.numbers) row.put(number)
  }
  return { width: blocks.count === 0 ? 0 : row.length / blocks.count, values: row.values }
}
