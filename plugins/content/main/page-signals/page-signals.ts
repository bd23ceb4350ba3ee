import type { Tree } from '../../tree/index.ts'
import type { Blocks } from '../blocks/blocks.ts'
import type { Containers } from '../containers/containers.ts'
import { amountOf } from './amount.ts'
import { countElements, countText, shareByNames } from './count-page.ts'
import { readAddress } from './read-address.ts'
import { OPEN_GRAPH_ARTICLE, OPEN_GRAPH_PRODUCT, readHead } from './read-head.ts'
import { ARTICLE, readJsonLd } from './read-json-ld.ts'
import { readNaming } from './read-naming.ts'
import { readPrices } from './read-prices.ts'

/** What a page says of itself apart from its text. */
export interface PageSignals {
  /** The words of its title, of its description, and of what its JSON-LD describes. */
  title: ReadonlySet<number>
  description: ReadonlySet<number>
  described: ReadonlySet<number>
  /** The prices that it declares. */
  prices: ReadonlySet<number>
  /** Whether it declares itself as one product, as many of them, or as an article. */
  isProduct: boolean
  isShelf: boolean
  isArticle: boolean
  /** The numbers of the whole page, in the order of `pageSignalNames`. */
  numbers: readonly number[]
}

/** Reads a page's signals, and the numbers of the whole page that indicate its type. */
export const readPageSignals = (tree: Tree, url: URL, blocks: Blocks, containers: Containers): PageSignals => {
  const head = readHead(tree)
  const data = readJsonLd(tree)
  const numbers = [
    ...countText(blocks, containers),
    head.openGraph,
    ...countElements(tree),
    ...data.types.map((times) => Math.min(times, 3)),
    ...readAddress(url),
    ...readNaming(tree),
    ...shareByNames(tree, blocks, containers),
  ]
  return {
    title: head.title,
    description: head.description,
    described: data.described,
    prices: new Set([...data.prices, ...readPrices(tree)].map(amountOf)),
    isProduct: head.openGraph === OPEN_GRAPH_PRODUCT && !head.isShelf,
    isShelf: head.isShelf,
    isArticle: head.openGraph === OPEN_GRAPH_ARTICLE || data.types[ARTICLE]! > 0,
    numbers,
  }
}
