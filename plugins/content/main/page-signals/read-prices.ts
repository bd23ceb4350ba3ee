import { attr, findAll, type Tree } from '../../tree/index.ts'

/** Names under which a page declares the price of its product. */
const PRICE = /^(?:(?:og|product):price:amount|price)$/i
const SUM = /\d[\d.,]{0,15}/
/** The most prices that are read. */
const MAX_PRICES = 20

/** The prices that the tags of a page declare, as they are written. */
export const readPrices = (tree: Tree): string[] => {
  const found: string[] = []
  for (const meta of findAll(tree, tree.html, 'meta')) {
    if (!PRICE.test(attr(meta, 'itemprop') ?? attr(meta, 'property') ?? '')) continue
    const price = SUM.exec(attr(meta, 'content') ?? '')
    if (price !== null) found.push(price[0])
    if (found.length >= MAX_PRICES) break
  }
  return found
}
