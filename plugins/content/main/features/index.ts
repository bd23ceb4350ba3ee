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
 * Describes each block of a page by its text, its containers, similar blocks, its neighbours, its position, and the
 * page. Calls `visit` with the resulting numbers, which are valid only during that call. The trees refer to the
 * numbers by index: after any change here the model must be trained again.
 */
export const eachDescribed = (
  { tree, blocks, containers, signals }: PageStructure,
  lexicon: Lexicon,
  visit: (block: number, numbers: Float32Array) => void,
): void => {
  const page = new Page(tree, blocks, containers, signals, lexicon)
  const numbers = new Float32Array(featureNames.length)
  // The numbers of the page are last, and the same for all of its blocks.
  numbers.set(signals.numbers, featureNames.length - signals.numbers.length)
  const row = new Row(numbers)
  const text = new TextDescriber(page, row)
  const around = new ContainerDescriber(page, row)
  const samePath = new SamePathDescriber(page, row)
  const neighbours = new NeighbourDescriber(page, row)
  const place = new PlaceDescriber(page, row)
  // Written out rather than looped over a list, so that each call has a single target, which the engine can inline.
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
