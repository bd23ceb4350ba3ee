import { attr, closest, type Element } from '../../tree/index.ts'
import { LINKED, STATS, WORDS } from '../blocks/stats.ts'
import type { PageStructure } from '../page-structure.ts'
import type { Column } from './columns.ts'

/** The fewest texts of a column for which being the same marks them as controls. */
const MIN_ITEMS = 4
/** The most words of a button's label. */
const MAX_WORDS = 5

/**
 * Drops controls that every item of a list has: buttons, and links with the same text and different targets, such as
 * "Add to cart", "Read more" or "Reply".
 */
export const dropControls = (page: PageStructure, columns: readonly Column[], chosen: Uint8Array): void => {
  for (const { items, blocks } of columns) {
    if (items >= MIN_ITEMS && isControl(page, blocks)) for (const i of blocks) chosen[i] = 0
  }
}

const isControl = ({ tree, blocks }: PageStructure, column: readonly number[]): boolean => {
  const { stats, textHash, holder } = blocks
  const [first, second] = column as [number, number]
  const words = stats[first * STATS + WORDS]!
  if (words > MAX_WORDS || column.some((i) => textHash[i] !== textHash[first])) return false
  if ((tree.nodes[holder[first]!] as Element).name === 'button') return true
  return stats[first * STATS + LINKED]! === words && addressOf(first) !== addressOf(second)

  function addressOf(i: number): string | null {
    const link = closest(tree.nodes[blocks.text[i]!]!, 'a')
    return link === null ? null : attr(link, 'href')
  }
}
