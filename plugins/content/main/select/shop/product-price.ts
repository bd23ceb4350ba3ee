import type { Recorder } from '../../../clean/recorder.ts'
import type { Element } from '../../../tree/index.ts'
import { amountOf } from '../../page-signals/amount.ts'
import type { PageStructure } from '../../page-structure.ts'
import { pageTypeOf } from '../page-type.ts'
import { isGone, shelvesOf } from './cards.ts'
import { isPrice, sumsIn } from './money.ts'

/** How many blocks after the product's name its price may be, if the page declares it elsewhere. */
const FAR = 60
/** The same if the page declares only the price, or only that it is a product. */
const NEAR = 12
/** The same before its name. */
const BEFORE = 5
/** How many blocks may lie between an old price and the valid one. */
const NEXT = 3

/**
 * Chooses the price of a product, which is a block of its own between name and description: the first one near the
 * name that equals a declared price; without a declared price, the first one.
 */
export const takePrice = (page: PageStructure, chosen: Uint8Array): void => {
  const { tree, blocks, signals } = page
  const { isForum, isProduct, isShelf } = pageTypeOf(page)
  const { prices } = signals
  if (isForum || isShelf || !(isProduct || prices.size > 0)) return
  const name = firstHeading(page)
  if (name < 0) return
  const far = Math.min(blocks.count, name + 1 + FAR)
  const near = Math.min(far, name + 1 + NEAR)
  const inCards = cardsOf(page)
  const amountsIn = (i: number) => sumsIn(tree, blocks, i).map(amountOf)
  const isDeclared = (i: number) => amountsIn(i).some((amount) => amount > 0 && prices.has(amount))
  for (let i = 0; i < blocks.count; i++) {
    if (chosen[i] === 1 && isPrice(tree, blocks, i) && isDeclared(i)) return
  }
  // An amount of zero is the total of an empty cart.
  const isSome = (i: number) => isPrice(tree, blocks, i) && amountsIn(i).some((amount) => amount > 0)
  const isOwn = (i: number) => blocks.hidden[i] === 0 && inCards[i] === 0 && isSome(i)
  let first = -1
  for (let i = Math.max(0, name - BEFORE); i < far; i++) {
    if (!isOwn(i)) continue
    if (chosen[i] === 1 && prices.size === 0) return
    if (isDeclared(i) && (isProduct || i < near)) {
      if (first < 0 || !isDeclared(first)) first = i
    } else if (first < 0 && isProduct && i > name && i < near) first = i
  }
  if (first < 0) return
  chosen[first] = 1
  if (!isGone(tree, blocks, first)) return
  for (let i = first + 1; i <= first + NEXT && i < far; i++) {
    if (!isOwn(i)) continue
    chosen[i] = 1
    return
  }
}

/** The same if nodes were kept by other means than their blocks. */
export const keepPrice = (page: PageStructure, kept: Uint8Array, recorder?: Recorder): void => {
  const { tree, blocks } = page
  const chosen = Uint8Array.from({ length: blocks.count }, (_, i) => kept[blocks.text[i]!]!)
  takePrice(page, chosen)
  for (let i = 0; i < blocks.count; i++) {
    if (chosen[i] === 0 || kept[blocks.text[i]!] === 1) continue
    kept.fill(1, blocks.start[i]!, blocks.end[i]! + 1)
    recorder?.kept('the price of the product', tree.nodes[blocks.text[i]!]!)
  }
}

const firstHeading = ({ tree, blocks: { count, hidden, holder } }: PageStructure): number => {
  for (let i = 0; i < count; i++) {
    if (hidden[i] === 0 && (tree.nodes[holder[i]!] as Element).name === 'h1') return i
  }
  return -1
}

/** 1 in an array for the blocks of cards, which are other products. */
const cardsOf = (page: PageStructure): Uint8Array => {
  const found = new Uint8Array(page.blocks.count)
  for (const cards of shelvesOf(page)) for (const { from, to } of cards) found.fill(1, from, to)
  return found
}
