import type { Tree } from '../../tree/index.ts'
import type { Blocks } from '../blocks/blocks.ts'
import type { Containers } from '../containers/containers.ts'
import type { Lexicon } from '../model/lexicon.ts'
import type { PageSignals } from '../page-signals/page-signals.ts'
import { ContainerDescriber } from './containers.ts'
import { NeighbourDescriber } from './neighbours.ts'
import { Page, Row } from './page.ts'
import { PlaceDescriber } from './place.ts'
import { SiblingGroupDescriber } from './sibling-groups.ts'
import { TextDescriber } from './text.ts'

/** The numbers of a page's blocks that the trees decide by, one row of `width` a block. */
export interface Features {
  width: number
  values: Float32Array
}

/**
 * Describes each block of a page by itself, by what holds it, by the blocks like it, by what stands next to it, by
 * its place and by the page. Trees know the numbers by their places in the row: who changes them learns the weights
 * anew.
 */
export const describe = (
  tree: Tree,
  blocks: Blocks,
  containers: Containers,
  signals: PageSignals,
  lexicon: Lexicon,
): Features => {
  const page = new Page(tree, blocks, containers, signals, lexicon)
  const text = new TextDescriber(page)
  const around = new ContainerDescriber(page)
  const alike = new SiblingGroupDescriber(page)
  const neighbours = new NeighbourDescriber(page)
  const place = new PlaceDescriber(page)
  const claimed = Float32Array.from(signals.numbers)
  const row = new Row()
  // One by one, and not from a list: so each call is of one function, which the engine puts in its place.
  for (let i = 0; i < blocks.count; i++) {
    text.describe(i, row)
    around.describe(i, row)
    alike.describe(i, row)
    neighbours.describe(i, row)
    place.describe(i, row)
    row.putAll(claimed)
    if (i === 0) row.reserve(row.length * blocks.count)
  }
  return { width: blocks.count === 0 ? 0 : row.length / blocks.count, values: row.values }
}
