import type { Lexicon } from '../model/lexicon.ts'
import type { PageStructure } from '../page-structure.ts'
import { ContainerDescriber } from './containers.ts'
import { featureNames } from './names.ts'
import { NeighbourDescriber } from './neighbours.ts'
import { Page } from './page.ts'
import { PlaceDescriber } from './place.ts'
import { Row } from './row.ts'
import { SamePathDescriber } from './same-path.ts'
import { TextDescriber } from './text.ts'

/**
 * Describes each block of a page by itself, by what holds it, by the blocks like it, by what stands next to it, by
 * its place and by the page, and gives the numbers that the trees decide by to `visit`, block by block: they hold
 * until the next one. Trees know the numbers by their places in the row: after a change they have to be trained
 * again.
 */
export const eachDescribed = (
  { tree, blocks, containers, signals }: PageStructure,
  lexicon: Lexicon,
  visit: (block: number, numbers: Float32Array) => void,
): void => {
  const page = new Page(tree, blocks, containers, signals, lexicon)
  const numbers = new Float32Array(featureNames.length)
  // Those of the page are last, and the same for all of its blocks.
  numbers.set(signals.numbers, featureNames.length - signals.numbers.length)
  const row = new Row(numbers)
  const text = new TextDescriber(page, row)
  const around = new ContainerDescriber(page, row)
  const samePath = new SamePathDescriber(page, row)
  const neighbours = new NeighbourDescriber(page, row)
  const place = new PlaceDescriber(page, row)
  // One by one, and not from a list: so each call is of one function, which the engine puts in its place.
  for (let i = 0; i < blocks.count; i++) {
    row.length = 0
    text.describe(i)
    around.describe(i)
    samePath.describe(i)
    neighbours.describe(i)
    place.describe(i)
    visit(i, numbers)
  }
}
