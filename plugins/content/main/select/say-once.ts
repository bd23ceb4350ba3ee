import type { Element } from '../../tree/index.ts'
import { HEADINGS, LINKED, STATS, WORDS } from '../blocks/stats.ts'
import { wordsWithin } from '../containers/containers.ts'
import type { PageStructure } from '../page-structure.ts'
import { isPrice, sumsIn } from './shop/money.ts'

/** The most words of an item that is a card; in longer ones, a text may repeat on purpose. */
const MAX_CARD = 160
/** A name with fewer words may be a label, which several things share. */
const MIN_NAME = 2

/**
 * Removes repeated names and prices from each card: many have the name both beside and below their picture, and a
 * price for each state in which they can be shown. Of the names, a heading stays, otherwise the first. With a name,
 * what follows it goes too if it was said before the name: such a card is there once for each size of screen.
 */
export const sayOnce = ({ tree, blocks, containers }: PageStructure, chosen: Uint8Array): void => {
  const { count, stats, holder, textHash } = blocks
  const { innerItem } = containers
  const said = new Map<string, number>()
  const texts = new Map<string, number>()
  const copy = { item: -1, at: -1 }
  for (let i = 0; i < count; i++) {
    const item = innerItem[holder[i]!]!
    if (chosen[i] === 0 || item < 0 || !isCard(item)) continue
    const text = `${item} ${textHash[i]!}`
    const before = texts.get(text)
    if (before === undefined) texts.set(text, i)
    if (isName(i)) {
      if (copy.item === item) copy.item = -1
      const first = said.get(text)
      if (first !== undefined && stats[i * STATS + HEADINGS]! <= stats[first * STATS + HEADINGS]!) {
        chosen[i] = 0
        copy.item = item
        copy.at = i
      } else {
        if (first !== undefined) chosen[first] = 0
        said.set(text, i)
      }
    } else if (isPrice(tree, blocks, i)) {
      const sums = sumsIn(tree, blocks, i).map((sum) => `${item} $${sum}`)
      if (sums.every((sum) => said.has(sum))) chosen[i] = 0
      for (const sum of sums) said.set(sum, i)
    } else if (copy.item === item && before !== undefined && before < copy.at) {
      if (stats[i * STATS + WORDS]! >= MIN_NAME) chosen[i] = 0
    }
  }

  function isCard(item: number): boolean {
    return (
      wordsWithin(containers, containers.before[item]!, containers.before[(tree.nodes[item] as Element).end + 1]!) <=
      MAX_CARD
    )
  }

  function isName(i: number): boolean {
    const words = stats[i * STATS + WORDS]!
    return words >= MIN_NAME && (stats[i * STATS + HEADINGS] === 1 || stats[i * STATS + LINKED]! === words)
  }
}
