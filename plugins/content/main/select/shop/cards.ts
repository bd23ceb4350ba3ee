import { BLOCK, type Element, type Tree } from '../../../tree/index.ts'
import type { Blocks } from '../../blocks/blocks.ts'
import { HEADINGS, LINKED, STATS, WORDS } from '../../blocks/stats.ts'
import { eachHolder } from '../../containers/containers.ts'
import type { PageStructure } from '../../page-structure.ts'
import { pageTypeOf } from '../page-type.ts'
import { isBare, isPrice, speaksOfMoney, sumsIn } from './money.ts'

/** The fewest cards of a shelf. */
const MIN_CARDS = 4
/** The share of a shelf that must have a name with a link, and a price. */
const MIN_PRICED = 0.6
/** The most words of a card on average; longer items are judged by their text. */
const MAX_WORDS = 80
/** The fewest cards of the shelf that a page is made for, and their share of the words that it shows. */
const MIN_GOODS = 8
const MIN_SHARE = 0.25
/** Elements for a price that is no longer valid. */
const past = new Set(['del', 's', 'strike'])

interface Card {
  from: number
  to: number
  /** The block with its name, and the one with its price. */
  name: number
  price: number
}

/**
 * Completes the cards of a shop in which something was chosen: each product keeps its name, with the link around it,
 * and its price, as neither means anything without the other. If a page is made for such cards, all of them are
 * chosen. Source: decisions 5.2.
 */
export const completeCards = (page: PageStructure, chosen: Uint8Array): void => {
  for (const cards of shelvesOf(page)) {
    const areGoods = isMainShelf(page, cards) && !isMostlyChosen(page, cards, chosen)
    for (const card of cards) complete(page, card, chosen, areGoods)
  }
}

/**
 * Whether a page is made for a shelf, which is then kept whatever the model predicts. Only pages of a single product
 * and articles have such shelves beside their content.
 */
const isMainShelf = (page: PageStructure, cards: readonly Card[]): boolean => {
  const { isForum, isProduct, isArticle } = pageTypeOf(page)
  if (isForum || isProduct || isArticle || cards.length < MIN_GOODS) return false
  const { count, stats, hidden } = page.blocks
  const wordsOf = (from: number, to: number) => {
    let words = 0
    for (let i = from; i < to; i++) if (hidden[i] === 0) words += stats[i * STATS + WORDS]!
    return words
  }
  const words = cards.reduce((sum, { from, to }) => sum + wordsOf(from, to), 0)
  return words >= wordsOf(0, count) * MIN_SHARE
}

/** Whether most names of a shelf are chosen, in it or in a copy of it. */
const isMostlyChosen = (
  { blocks: { count, textHash } }: PageStructure,
  cards: readonly Card[],
  chosen: Uint8Array,
): boolean => {
  const said = new Set<number>()
  for (let i = 0; i < count; i++) if (chosen[i] === 1) said.add(textHash[i]!)
  return cards.filter(({ name }) => said.has(textHash[name]!)).length * 2 > cards.length
}

const complete = (
  { tree, blocks }: PageStructure,
  { from, to, name, price }: Card,
  chosen: Uint8Array,
  areGoods: boolean,
): void => {
  let isTaken = areGoods
  let isNamed = false
  let isPriced = false
  for (let i = from; i < to; i++) {
    if (chosen[i] === 0) continue
    isTaken = true
    isPriced ||= i === price || (speaksOfMoney(tree, blocks, i) && !isFormer(i))
    isNamed ||= i === name || blocks.stats[i * STATS + LINKED]! > 0
  }
  if (isTaken && !isNamed) chosen[name] = 1
  if (isTaken && !isPriced) chosen[price] = 1

  /** Whether an amount is struck through, or another with words where the price has none: `compared to $120`. */
  function isFormer(i: number): boolean {
    if (isGone(tree, blocks, i)) return true
    if (!isBare(blocks, price) || isBare(blocks, i)) return false
    const sums = sumsIn(tree, blocks, i)
    return sumsIn(tree, blocks, price).every((each) => !sums.includes(each))
  }
}

/** The sibling groups whose elements are cards of products. */
export const shelvesOf = (page: PageStructure): Card[][] => {
  const { tree, containers } = page
  const groups = new Map<number, [from: number, to: number][]>()
  eachHolder(tree, containers, ({ id, tag }, from, to) => {
    const at = containers.group[id]!
    const { count, words } = containers.groups[at]!
    if (count < MIN_CARDS || words > count * MAX_WORDS || to - from < 2 || (tag.flags & BLOCK) === 0) return
    const group = groups.get(at)
    if (group === undefined) groups.set(at, [[from, to]])
    else group.push([from, to])
  })
  const shelves: Card[][] = []
  for (const items of groups.values()) {
    if (items.length < MIN_CARDS) continue
    const cards = items.map(([from, to]) => readCard(page, from, to)).filter((card) => card !== null)
    if (cards.length >= items.length * MIN_PRICED) shelves.push(cards)
  }
  return shelves
}

/** The blocks of a card's name and price; null if no block names it with a link, or if none is a price. */
const readCard = ({ tree, blocks }: PageStructure, from: number, to: number): Card | null => {
  const { stats, hidden } = blocks
  let name = -1
  let best = 0
  let price = -1
  let isPast = true
  for (let i = from; i < to; i++) {
    if (hidden[i] === 1) continue
    if (isPrice(tree, blocks, i)) {
      if (price >= 0 && !isPast) continue
      price = i
      isPast = isGone(tree, blocks, i)
      continue
    }
    // A heading is a better name than any text; of links the longest is best.
    const worth = stats[i * STATS + HEADINGS]! * MAX_WORDS * 2 + stats[i * STATS + LINKED]!
    if (worth <= best) continue
    best = worth
    name = i
  }
  return name < 0 || price < 0 ? null : { from, to, name, price }
}

/** Whether a price is struck through. */
export const isGone = ({ nodes }: Tree, { text }: Blocks, i: number): boolean => {
  for (let element: Element | null = nodes[text[i]!]!.parent; element !== null; element = element.parent) {
    if (past.has(element.name)) return true
    if ((element.tag.flags & BLOCK) !== 0) return false
  }
  return false
}
