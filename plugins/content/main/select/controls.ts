import { attr, closest, type Element } from '../../tree/index.ts'
import { LINKED, STATS, WORDS } from '../blocks/stats.ts'
import type { PageStructure } from '../page-structure.ts'
import type { Column } from './columns.ts'

/** Texts that a column has at least, so that their being the same says that they are for doing something. */
const MIN_ITEMS = 4
/** Words of what a button says. */
const MAX_WORDS = 5

/**
 * Leaves out what every item of a list has to be done with it: buttons, and links that say the same and lead
 * elsewhere, such as "Add to cart", "Read more" or "Reply".
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
