import { attr, ELEMENT, type Tree } from '../../tree/index.ts'
import { addWords } from '../words/hash.ts'

/** The most words that are read of a title, and of a description. */
const MAX_TITLE = 40
const MAX_DESCRIPTION = 120

/** The Open Graph types of an article, and of a product. */
export const OPEN_GRAPH_ARTICLE = 1
export const OPEN_GRAPH_PRODUCT = 2
/** Product types that mean many products, such as `product.group`. */
const MANY = /group|categor|collection/i

/**
 * The title, description and type in the head. The type: 1 article, 2 product or products, 3 website, 4 another, 0
 * none. `isShelf`: there are many products.
 */
export const readHead = ({ head }: Tree) => {
  const title = new Set<number>()
  const description = new Set<number>()
  let openGraph = 0
  let isShelf = false
  for (let node = head.first; node !== null; node = node.next) {
    if (node.kind !== ELEMENT) continue
    if (node.name === 'title') {
      for (let text = node.first; text !== null; text = text.next) {
        if (text.kind !== ELEMENT) addWords(title, text.data, MAX_TITLE)
      }
    }
    if (node.name !== 'meta') continue
    const content = attr(node, 'content')
    if (content === null) continue
    switch ((attr(node, 'property') ?? attr(node, 'name') ?? '').toLowerCase()) {
      case 'og:title':
        addWords(title, content, MAX_TITLE)
        break
      case 'description':
      case 'og:description':
        addWords(description, content, MAX_DESCRIPTION)
        break
      case 'og:type':
        openGraph = openGraphOf(content)
        isShelf = openGraph === OPEN_GRAPH_PRODUCT && MANY.test(content)
    }
  }
  return { title, description, openGraph, isShelf }
}

const openGraphOf = (type: string): number => {
  if (type.startsWith('article')) return OPEN_GRAPH_ARTICLE
  if (type.includes('product')) return OPEN_GRAPH_PRODUCT
  return type.startsWith('website') ? 3 : 4
}
