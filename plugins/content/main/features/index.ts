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
 * Describes each block of a page by itself, by what holds it, by the blocks like it, by what stands next to it, by its
 * place and by the page. Trees know the numbers by their places in the row: who changes them learns the weights anew.
 */
export const describe = (
  tree: Tree,
  blocks: Blocks,
  regions: Regions,
  claims: PageClaims,
  lexicon: Lexicon,
): Features => {
  const page = new Page(tree, blocks, regions, claims, lexicon)
  const text = new TextDescriber(page)
  const containers = new ContainerDescriber(page)
  const alike = new AlikeDescriber(page)
  const neighbours = new NeighbourDescriber(page)
  const place = new PlaceDescriber(page)
  const claimed = Float32Array.from(claims.numbers)
  const row = new Row()
  // One by one, and not from a list: so each call is of one function, which the engine puts in its place.
  for (let i = 0; i < blocks.count; i++) {
    text.describe(i, row)
    containers.describe(i, row)
    alike.describe(i, row)
    neighbours.describe(i, row)
    place.describe(i, row)
    row.putAll(claimed)
    if (i === 0) row.reserve(row.length * blocks.count)
  }
  return { width: blocks.count === 0 ? 0 : row.length / blocks.count, values: row.values }
}
