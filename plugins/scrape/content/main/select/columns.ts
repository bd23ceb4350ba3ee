import type { Look } from '../look.ts'
import { joinHash } from '../words/hash.ts'

/** Of so many items the choice in most tells what belongs to the others. */
const MIN_ITEMS = 4
/**
 * The share of items that a part must be taken of to be taken of all, and the share up to which it is taken of none.
 */
const MOST = 0.65
const FEW = 0.45
/** What stands more often in an item is no part of it, but its text. */
const ONCE = 1.2

/** What stands in items alike, in elements that are called alike: the names of cards, their prices, their days. */
export interface Column {
  items: Set<number>
  blocks: number[]
}

/**
 * Takes of every item of a list what is taken of most, and of none what is taken of few: the model judges each text by
 * itself, and takes the price in one card and the name alone in the next.
 */
export const evenColumns = (look: Look, chosen: Uint8Array): void => {
  for (const itemOf of [look.regions.innerItem, look.regions.outerItem]) {
    for (const { items, blocks } of columnsOf(look, itemOf)) {
      if (items.size < MIN_ITEMS || blocks.length > items.size * ONCE) continue
      const share = blocks.reduce((taken, i) => taken + chosen[i]!, 0) / blocks.length
      if (share >= MOST || share <= FEW) for (const i of blocks) chosen[i] = share >= MOST ? 1 : 0
    }
  }
}

/** The columns of all items, by the item around an element. */
export const columnsOf = ({ blocks, regions }: Look, itemOf: Int32Array): Iterable<Column> => {
  const found = new Map<number, Column>()
  for (let i = 0; i < blocks.count; i++) {
    const holder = blocks.holder[i]!
    const item = itemOf[holder]!
    if (item < 0 || blocks.hidden[i] === 1) continue
    const key = joinHash(regions.group[item]!, regions.path[holder]!)
    let column = found.get(key)
    if (column === undefined) {
      column = { items: new Set(), blocks: [] }
      found.set(key, column)
    }
    column.items.add(item)
    column.blocks.push(i)
  }
  return found.values()
}
