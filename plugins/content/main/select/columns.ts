import type { PageStructure } from '../page-structure.ts'
import { joinHash } from '../words/hash.ts'

/** Items of a list from which on the choice in most of them tells what belongs to the others. */
const MIN_ITEMS = 4
/**
 * The share of items from which a column is taken of all of them, and the share up to which it is taken of none.
 */
const MAJORITY = 0.65
const FEW = 0.45
/** With more blocks than this in an item on average, a column is its running text. */
const ONCE = 1.2

/** What stands in the same place of each item of a sibling group: the names of cards, their prices, their days. */
export interface Column {
  /** How many items have it. */
  items: number
  blocks: number[]
}

/**
 * Takes of every item of a list what is taken of most, and of none what is taken of few: the model judges each text
 * by itself, and takes the price in one card and the name alone in the next.
 */
export const evenColumns = (columns: readonly Column[], chosen: Uint8Array): void => {
  for (const { items, blocks } of columns) {
    if (items < MIN_ITEMS || blocks.length > items * ONCE) continue
    let taken = 0
    for (const i of blocks) taken += chosen[i]!
    const share = taken / blocks.length
    if (share >= MAJORITY || share <= FEW) for (const i of blocks) chosen[i] = share >= MAJORITY ? 1 : 0
  }
}

/** The columns of a page's lists: those of the innermost items, and those of the outermost. */
export const readColumns = ({ blocks, containers }: PageStructure): Column[] => {
  const { count, holder, hidden } = blocks
  const { group, path, innerItem, outerItem } = containers
  const found = new Map<number, Column & { last: number }>()
  for (let i = 0; i < count; i++) {
    const inner = innerItem[holder[i]!]!
    if (inner < 0 || hidden[i] === 1) continue
    add(inner, i)
    const outer = outerItem[holder[i]!]!
    if (outer !== inner) add(outer, i)
  }
  return [...found.values()]

  function add(item: number, i: number): void {
    const key = joinHash(group[item]!, path[holder[i]!]!)
    const column = found.get(key)
    if (column === undefined) found.set(key, { items: 1, blocks: [i], last: item })
    else {
      column.blocks.push(i)
      if (column.last === item) return
      column.items++
      column.last = item
    }
  }
}
