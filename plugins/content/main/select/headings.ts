import { contains, type Element, HEADING } from '../../tree/index.ts'
import { HEADINGS, LINKED, STATS, WORDS } from '../blocks/stats.ts'
import type { PageStructure } from '../page-structure.ts'
import { pageTypeOf } from './page-type.ts'

/** A heading with a smaller chance is not content, whatever is below it. */
const MIN_CHANCE = 0.2
/** The most words of a heading that only names what is below it. */
const MAX_WORDS = 8

/**
 * Chooses a heading if the next text is chosen and both are in the same part of the page: the model gives headings
 * low chances, although they matter for the text below.
 */
export const takeHeadings = ({ tree, blocks }: PageStructure, chances: Float32Array, chosen: Uint8Array): void => {
  const { count, hidden, holder } = blocks
  let next = -1
  for (let i = count - 1; i >= 0; i--) {
    if (hidden[i] === 1) continue
    if (chosen[i] === 0 && next >= 0 && chosen[next] === 1 && chances[i]! >= MIN_CHANCE) {
      const heading = headingAround(tree.nodes[holder[i]!] as Element)
      const below = tree.nodes[holder[next]!] as Element
      if (heading !== null && contains(heading.parent!, below) && !isOfItsRank(headingAround(below), heading))
        chosen[i] = 1
    }
    next = i
  }
}

/**
 * Drops the headings at the end of an article or a product, as the text below them was dropped. A heading that is a
 * link shows what is available, and a long one is a text; these stay.
 */
export const dropLastHeadings = (page: PageStructure, chosen: Uint8Array): void => {
  const { isArticle, isProduct } = pageTypeOf(page)
  if (!isArticle && !isProduct) return
  const { stats } = page.blocks
  for (let i = chosen.lastIndexOf(1); i > chosen.indexOf(1); i = chosen.lastIndexOf(1)) {
    const isHeading = stats[i * STATS + HEADINGS] === 1 && stats[i * STATS + LINKED] === 0
    if (!isHeading || stats[i * STATS + WORDS]! > MAX_WORDS) return
    chosen[i] = 0
  }
}

const headingAround = (element: Element): Element | null => {
  for (let at: Element | null = element; at !== null; at = at.parent) if ((at.tag.flags & HEADING) !== 0) return at
  return null
}

/** Whether a heading begins a part beside that of another, not within it: `h2` after `h3`. */
const isOfItsRank = (next: Element | null, heading: Element) => next !== null && next.name <= heading.name
