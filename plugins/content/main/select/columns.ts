import type { PageStructure } from '../page-structure.ts'
import { joinHash } from '../words/hash.ts'

/** From this many items on, the choice in most of them decides about the others. */
const MIN_ITEMS = 4
/** If at least this share of a column is chosen, all of it is; if at most the other, none is. */
const MAJORITY = 0.65
const FEW = 0.45
/** With more blocks than this per item on average, a column is running text. */
const ONCE = 1.2

/** The blocks at the same position of each item of a sibling group, such as the names, prices or dates of cards. */
export interface Column {
  /** The number of items with such a block. */
  items: number
  blocks: number[]
}

/**
 * Chooses a column in every item of a list if it is chosen in most, and in none if it is chosen in few. The model
 * judges each text by itself: it may take the price in one card, and only the name in the next.
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

/** The columns of a page's lists, by the innermost items and by the outermost. */
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
